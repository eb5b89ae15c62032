import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isForeseen } from '#contracts';
import { StartRefusedError } from './start/start.errors.ts';

/** Somebody asks how a command is used. */
export class UsageWanted extends Error {
  constructor(readonly usage: string) {
    super(usage);
  }
}

/**
 * Reads a command line.
 *
 * @param usage is printed for `--help`, and below what does not fit.
 * @throws UsageWanted, StartRefusedError
 */
export function readCommandLine<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  const args = config.args ?? process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) throw new UsageWanted(usage);
  try {
    return parseArgs(config);
  } catch (error) {
    // What Node adds to it is advice on positional arguments, which is beside the point.
    const [problem] = (error as Error).message.split('. To specify a positional');
    throw new StartRefusedError(`${problem}\n${usage}`, { cause: error });
  }
}

/**
 * The reason that a change is kept with.
 *
 * @param program such as `flags`, and what stood behind it.
 * @throws StartRefusedError with the same command as it would do, when there is none.
 */
export function reasonOf(program: string, args: readonly string[], why: string | undefined): string {
  const given = why?.trim() ?? '';
  if (given !== '') return given;
  const at = args.indexOf('--why');
  const rest = args.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  const said = rest.map((arg) => (/^[\w./:@=,-]+$/.test(arg) ? arg : JSON.stringify(arg))).join(' ');
  throw new StartRefusedError(
    `--why is missing: each change is kept with its reason, for whoever reads the history. For example:\n` +
      `  npm run ${program} -- ${said} --why "what made it necessary"`,
  );
}

interface Bounds {
  least: number;
  most?: number;
  whole?: boolean;
}

/**
 * The number that an option of a command gives.
 *
 * @throws StartRefusedError, with the usage, when it is none within the bounds.
 */
export function numberOption(usage: string, name: string, text: string, bounds: Bounds): number {
  const { least, most = Infinity, whole = false } = bounds;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new StartRefusedError(
    `--${name}: expected a ${whole ? 'whole ' : ''}number ${range}, found "${text}".\n${usage}`,
  );
}

/** Tells of a command that did not come to its end: what was foreseen in its own words. @returns the exit code. */
export function tellFailure(
  error: unknown,
  wordsOf = (failure: unknown): unknown => (isForeseen(failure) ? failure.message : failure),
): number {
  if (error instanceof UsageWanted) {
    console.log(error.usage);
    return 0;
  }
  console.error(wordsOf(error));
  return 1;
}
