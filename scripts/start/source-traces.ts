import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';

/**
 * Stack traces of the files in the folder `bundle` name our TypeScript. A map is read when the first trace needs it: with Node's own
 * `--enable-source-maps` each start parses the map of the bundle, which takes 20 MB and a tenth of the start.
 */
export function traceToSources(bundle: string): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    return maps.get(file);
  };
  const place = (frame: NodeJS.CallSite): string => {
    const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()];
    const written = String(frame);
    if (!file || !line || !column || path.dirname(file) !== bundle) return written;
    const origin = mapOf(file)?.findOrigin(line, column);
    if (!origin || !('fileName' in origin)) return written;
    const source = path.resolve(bundle, origin.fileName);
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
