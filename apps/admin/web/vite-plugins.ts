import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Smaller files fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;
const TEXT = /\.(?:js|css|html|svg|json)$/;

/**
 * Preloads the chunk `name` and its styles with the first scripts. Only pages import it, so it would
 * otherwise load after they have run.
 */
export function preloadChunk(name: string): Plugin {
  return {
    name: 'turnpike:preload-chunk',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === name);
        if (chunk?.type !== 'chunk') throw new Error(`No chunk is named ${name}`);
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        const preload = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { crossorigin: true, ...attrs },
          injectTo: 'head',
        });
        return [
          preload({ rel: 'modulepreload', href: `/${chunk.fileName}` }),
          ...styles.map((file) => preload({ rel: 'stylesheet', href: `/${file}` })),
        ];
      },
    },
  };
}

/**
 * Writes a `.gz` and, for browsers behind a TLS proxy, a `.br` file beside each text file; the server does
 * not compress them.
 */
export function compressFiles(): Plugin {
  const gzipped = promisify(gzip);
  const brotli = promisify(brotliCompress);
  return {
    name: 'turnpike:compress-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!TEXT.test(file.fileName) || content.length < MIN_COMPRESSED_BYTES) return;
          const target = path.join(dir, file.fileName);
          const hints = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
          await writeFile(`${target}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }));
          await writeFile(`${target}.br`, await brotli(content, { params: hints }));
        }),
      );
    },
  };
}
