import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** A file in the data folder through which a running start tells other commands the addresses of its services. */
class Announcement<Value> {
  constructor(
    private readonly name: string,
    private readonly schema: z.ZodType<Value>,
  ) {}

  write(dataFolder: string, value: Value): void {
    writeFileSync(this.fileIn(dataFolder), `${JSON.stringify(value)}\n`, { mode: 0o600 });
  }

  remove(dataFolder: string): void {
    rmSync(this.fileIn(dataFolder), { force: true });
  }

  /** Undefined without a file, or with an incompletely written one. The start may have been killed since. */
  read(dataFolder: string): Value | undefined {
    try {
      return this.schema.parse(JSON.parse(readFileSync(this.fileIn(dataFolder), 'utf8')));
    } catch {
      return undefined;
    }
  }

  private fileIn(dataFolder: string): string {
    return path.join(dataFolder, this.name);
  }
}

/** The URL of the embedded database. */
export const runningDatabase = new Announcement('database.json', z.object({ url: z.string() }));

/** The URLs of the sample servers, by their variables. */
export const runningSamples = new Announcement(
  'samples.json',
  z.object({ urls: z.record(z.string(), z.url()) }),
);
