import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';

/**
 * Prints a benchmark's figures as one JSON object on the last line of its output, and stores it in `bench/results`.
 *
 * @param services versions of the services on which the benchmark ran.
 */
export function writeResult(
  name: string,
  settings: object,
  figures: object,
  services: Record<string, string> = {},
): void {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const machine = {
    cpus: cpus().length,
    cpuModel: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    platform: `${process.platform}-${process.arch}`,
  };
  const versions = { turnpike: version, node: process.version, ...services };
  const result = { bench: name, at: new Date().toISOString(), settings, ...figures, versions, machine };
  const folder = path.resolve('bench/results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, `${name}-${result.at.replace(/[:.]/g, '-')}.json`),
    `${JSON.stringify(result, null, 2)}\n`,
  );
  console.log(JSON.stringify(result));
}
