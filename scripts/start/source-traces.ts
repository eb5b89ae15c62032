import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';

/**
 * Stack traces of what runs from the files of `folder` lead to our TypeScript. A map is read when the first trace asks for
 * it: a process without errors reads none.
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
    if (!file || !line || !column || path.dirname(file) !== folder) return written;
    const origin = mapOf(file)?.findOrigin(line, column);
    if (!origin || !('fileName' in origin)) return written;
    const source = path.resolve(folder, origin.fileName);
    return written.replace(
      `${file}:${line}:${column}`,
      `${source}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${place(frame)}`)].join('\n');
}

/** Undefined where there is none, or none that can be read: the error whose trace is asked for must not be lost for it. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
