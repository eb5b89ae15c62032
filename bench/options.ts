import { program, readCommandLine } from '../scripts/commands/command-line.ts';
import { required, text, type Options, type ValuesOf } from '../scripts/commands/options.ts';

export { flag, number, oneOf, someOf, text, whole, wholeOrNone } from '../scripts/commands/options.ts';

export const folder = (means: string) => required(text('FOLDER', means));

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
  const commands = { [bench]: { does: `runs a benchmark: see bench/${bench}/README.md` } };
  return readCommandLine(program({ name: 'bench', does: '', commands, options }), [bench, ...args]).options;
}
