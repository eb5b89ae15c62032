import { existsSync } from 'node:fs';
import { numberOption, readCommandLine } from '../scripts/command-line.ts';
import { StartRefusedError } from '../scripts/start/start.errors.ts';

/** One option of a benchmark: what it means, what holds unless it is given, and how its text is read. */
export interface BenchOption<Value> {
  /** In the usage: what stands behind the name, and what it means. */
  placeholder: string;
  means: string;
  type: 'string' | 'boolean';
  standard?: string | boolean;
  read(given: string | boolean | undefined, name: string, usage: string): Value;
}

type Values<Options> = {
  [Name in keyof Options]: Options[Name] extends BenchOption<infer Value> ? Value : never;
};

/** A whole number; at least 1 unless said. */
export function whole(
  standard: number,
  means: string,
  { least = 1, most = Infinity } = {},
): BenchOption<number> {
  return bounded(standard, means, { least, most, whole: true });
}

/** Any number from 0 on, up to `most`. */
export function number(standard: number, means: string, most = Infinity): BenchOption<number> {
  return bounded(standard, means, { least: 0, most, whole: false });
}

/** A whole number of at least `least` that may be left out. */
export function wholeOrNone(means: string, least = 1): BenchOption<number | undefined> {
  return {
    placeholder: 'N',
    means,
    type: 'string',
    read: (given, name, usage) =>
      given === undefined ? undefined : numberOption(usage, name, String(given), { least, whole: true }),
  };
}

/** One of some names. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  standard: Name,
  means: string,
): BenchOption<Name> {
  return {
    placeholder: 'NAME',
    means: `${means}: ${names.join(', ')} (${standard} unless said)`,
    type: 'string',
    standard,
    read(given, name, usage) {
      const found = names.find((known) => known === given);
      if (found) return found;
      throw new StartRefusedError(`--${name}: expected ${names.join(' or ')}, found "${given}".\n${usage}`);
    },
  };
}

/** A text that may be left out. */
export function text(placeholder: string, means: string): BenchOption<string | undefined> {
  return {
    placeholder,
    means,
    type: 'string',
    read: (given) => (given === undefined ? undefined : String(given)),
  };
}

/** A folder that must be there. */
export function folder(means: string): BenchOption<string> {
  return {
    placeholder: 'FOLDER',
    means,
    type: 'string',
    read(given, name, usage) {
      if (typeof given === 'string' && existsSync(given)) return given;
      throw new StartRefusedError(`--${name}: expected a folder, found "${given ?? ''}".\n${usage}`);
    },
  };
}

/** Given or not. */
export function flag(means: string): BenchOption<boolean> {
  return { placeholder: '', means, type: 'boolean', standard: false, read: (given) => given === true };
}

/**
 * The options of `npm run bench -- NAME`.
 *
 * @throws UsageWanted for `--help`; StartRefusedError, with the usage, for what does not fit.
 */
export function readOptions<Options extends Record<string, BenchOption<unknown>>>(
  bench: string,
  options: Options,
  args: readonly string[] = process.argv.slice(2),
): Values<Options> {
  const usage = usageOf(bench, options);
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, standard }]) => [
      name,
      { type, ...(standard !== undefined && { default: standard }) },
    ]),
  );
  const { values } = readCommandLine(usage, { options: config, args: [...args] });
  const given = values as Record<string, string | boolean | undefined>;
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, option.read(given[name], name, usage)]),
  ) as Values<Options>;
}

function bounded(
  standard: number,
  means: string,
  bounds: { least: number; most: number; whole: boolean },
): BenchOption<number> {
  return {
    placeholder: 'N',
    means: `${means} (${standard} unless said)`,
    type: 'string',
    standard: String(standard),
    read: (given, name, usage) => numberOption(usage, name, String(given), bounds),
  };
}

function usageOf(bench: string, options: Record<string, BenchOption<unknown>>): string {
  const lines = Object.entries(options).map(([name, { placeholder, means }]) => ({
    option: `  --${name} ${placeholder}`.trimEnd(),
    means,
  }));
  const width = Math.max(...lines.map(({ option }) => option.length)) + 3;
  return [
    `npm run bench -- ${bench} [options]   (bench/${bench}/README.md)`,
    ...lines.map(({ option, means }) => option.padEnd(width) + means),
  ].join('\n');
}
