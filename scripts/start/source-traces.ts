import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Stack traces of the files under `folder` name our TypeScript. A map is read when the first trace needs it: with Node's own
 * `--enable-source-maps` each start parses the maps, which takes 20 MB for a bundle and a tenth of the start.
 */
export function traceToSources(folder: string): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    return maps.get(file);
  };
  const place = (frame: NodeJS.CallSite): string => {
    const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
    const written = String(frame);
    const from = file?.startsWith('file:') ? fileURLToPath(file) : file;
    if (!from || !line || !column || !from.startsWith(folder)) return written;
    const origin = mapOf(from)?.findOrigin(line, column);
    if (!origin || !('fileName' in origin)) return written;
    const source = path.resolve(path.dirname(from), origin.fileName);
    return written.replace(
      `${file}:${line}:${column}`,
      `${source}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${place(frame)}`)].join('\n');
}

/** Undefined when there is no readable map: the error that is reported must not be lost to this one. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
