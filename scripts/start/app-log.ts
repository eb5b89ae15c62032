import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A start renames a larger log to `.1`. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;
const LAST_LINES = 12;
/** Levels at which a person must act, as names and as pino's numbers. */
const ERROR_LEVELS: unknown[] = ['error', 'fatal'];
const LEAST_ERROR_LEVEL = 50;
const MAX_SHOWN_CHARACTERS = 300;

/** Writes the lines of an app to `logs/<app>.log` and prints its errors, shortened. */
export class AppLog {
  readonly file: string;
  private readonly stream: WriteStream;
  private readonly last: string[] = [];

  constructor(
    private readonly app: string,
    folder: string,
    private readonly print: (text: string) => void,
  ) {
    this.file = path.join(folder, `${app}.log`);
    if (existsSync(this.file) && statSync(this.file).size > MAX_LOG_BYTES)
      renameSync(this.file, `${this.file}.1`);
    this.stream = createWriteStream(this.file, { flags: 'a', mode: 0o600 });
    // A full disk must not stop the supervisor.
    this.stream.on('error', (error) => this.print(`${app}: its log cannot be written: ${error.message}`));
  }

  follow(child: ChildProcess): void {
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface({ input: output }).on('line', (line) => this.take(line));
    }
  }

  lastLines(): string[] {
    return [...this.last];
  }

  close(): void {
    this.stream.end();
  }

  private take(line: string): void {
    if (!this.stream.writableEnded) this.stream.write(`${line}\n`);
    this.last.push(line);
    if (this.last.length > LAST_LINES) this.last.shift();
    const shown = errorText(line);
    if (shown) this.print(`${this.app}: ${shown.slice(0, MAX_SHOWN_CHARACTERS)}`);
  }
}

/** Line ends, and characters that a terminal obeys. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** The message of a line of level error or above, on one line; undefined for other lines. */
export function errorText(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as { level?: unknown; msg?: unknown; err?: { message?: unknown } };
    const isError = ERROR_LEVELS.includes(entry.level) || Number(entry.level) >= LEAST_ERROR_LEVEL;
    if (!isError) return undefined;
    const parts = [entry.msg, entry.err?.message].filter((part) => typeof part === 'string' && part !== '');
    return ([...new Set(parts)].join(': ') || line).replace(CONTROL, ' ');
  } catch {
    return undefined;
  }
}
