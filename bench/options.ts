import { existsSync } from 'node:fs';
import { program, readCommandLine } from '../scripts/commands/command-line.ts';
import type { Option, Options, ValuesOf } from '../scripts/commands/options.ts';
import { UsageError } from '../scripts/commands/usage.errors.ts';

export { flag, number, oneOf, text, whole, wholeOrNone } from '../scripts/commands/options.ts';

/** A folder that exists. */
export function folder(means: string): Option<string> {
  return {
    placeholder: 'FOLDER',
    means,
    requiredBy: true,
    read([given = ''], name) {
      if (existsSync(given)) return given;
      throw new UsageError(`--${name}: expected a folder, found "${given}".`);
    },
  };
}

/**
 * The options of `npm run bench -- NAME`.
 *
 * @throws HelpWanted, UsageError
 */
export function readOptions<Given extends Options>(
  bench: string,
  options: Given,
  args: readonly string[] = process.argv.slice(2),
): ValuesOf<Given> {
  const does = `Runs a benchmark: see bench/${bench}/README.md.`;
  return readCommandLine(program({ name: 'bench', takes: ['NAME'], does, options }), [bench, ...args])
    .options;
}
