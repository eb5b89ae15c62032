import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Smaller than this, a file fits into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024;
const TEXT = /\.(?:js|css|html|svg|json)$/;

/**
 * Lets the browser fetch the chunk `name` and its styles together with the first scripts. It is imported by pages alone, so
 * that it would else be asked for only when those have run.
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

/** Writes each text beside itself as `.gz` and, for browsers that speak TLS to a proxy, as `.br`: the server compresses nothing. */
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
