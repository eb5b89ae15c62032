// Reads command lines. scripts/run.mjs reads this file before anything is compiled.
import { helpOf, usageOf } from './help.ts';
import { suggestion } from './nearest.ts';
import type { Options, ValuesOf } from './options.ts';
import { HelpWanted, UsageError } from './usage.errors.ts';

/** One command of a program, such as `list` of `npm run flags`. */
export interface Command {
  /** Names of the arguments; optional ones are in square brackets: `['NAME', '[VALUE]']`. */
  takes?: readonly string[];
  does: string;
}

/** Everything that `npm run NAME` accepts. */
export interface Program<Name extends string = string, Given extends Options = Options> {
  /** The npm script. */
  name: string;
  /** Its standard output belongs to a protocol, so npm has to be silent. */
  silent?: boolean;
  does: string;
  /** Names of the arguments of a program without commands. */
  takes?: readonly string[];
  commands?: Readonly<Record<Name, Command>>;
  options: Given;
  /** Paragraphs at the end of the help. */
  notes?: readonly string[];
  /** Reports an invalid combination of options and arguments; undefined if it is valid. */
  check?(line: CommandLine<Name, Given>): string | undefined;
}

/** The parsed command line of a program. */
export interface CommandLine<Name extends string = string, Given extends Options = Options> {
  /** Empty for a program without commands. */
  command: Name;
  /** The arguments of the command. */
  names: string[];
  options: ValuesOf<Given>;
}

/** The command line of a declared program. */
export type LineOf<Of> = Of extends Program<infer Name, infer Given> ? CommandLine<Name, Given> : never;

/** Declares a program; gives its names and options their types. */
export function program<const Name extends string, Given extends Options>(
  declared: Program<Name, Given>,
): Program<Name, Given> {
  return declared;
}

/**
 * Reads the command line of a program.
 *
 * @throws HelpWanted; UsageError that names everything that is wrong.
 */
export function readCommandLine<Name extends string, Given extends Options>(
  of: Program<Name, Given>,
  args: readonly string[] = process.argv.slice(2),
): CommandLine<Name, Given> {
  const declared: Program = of as unknown as Program;
  if (args.includes('--help') || args.includes('-h')) {
    const command = args.find((arg) => declared.commands && Object.hasOwn(declared.commands, arg));
    throw new HelpWanted(helpOf(declared, command));
  }
  const { values, positionals, problems } = split(declared, args);
  // The arguments are uncertain then, because an unknown option may take a value.
  const isCertain = problems.length === 0;
  const command = declared.commands ? positionals[0] : '';
  const names = positionals.slice(declared.commands ? 1 : 0);
  const unknown = commandProblem(declared, command);
  const { options, wrong } = readOptions(declared.options, unknown ? undefined : command, values);
  const line = { command: command as Name, names, options: options as ValuesOf<Given> };
  const all = [
    ...(unknown ? [unknown] : nameProblems(declared.commands?.[command ?? ''] ?? declared, names, isCertain)),
    ...problems,
    ...wrong,
    isCertain && !unknown ? of.check?.(line) : undefined,
  ].filter((problem) => problem !== undefined);
  if (all.length > 0) throw usageError(declared, command, new UsageError(all.join('\n')));
  return line;
}

/** Adds to the problem of a command line what was expected, and where the help is. */
export function usageError(of: Program, command: string | undefined, problem: UsageError): UsageError {
  return new UsageError(`${problem.message}\n${usageOf(of, command)}`, { cause: problem });
}

/** A number with a sign is a value. */
const OPTION = /^-[^\d.]/;

/**
 * Separates options from arguments. An option has an empty list if it was given without its value. `parseArgs` of Node either
 * ends with the first mistake or takes the next option for a value, and reads no value with a sign.
 */
function split({ name: program, options }: Program, args: readonly string[]) {
  const values: Record<string, string[]> = {};
  const positionals: string[] = [];
  const problems: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, given = arg, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const option = Object.hasOwn(options, given) ? options[given] : undefined;
    if (arg === '--') positionals.push(...rest.splice(0));
    else if (!OPTION.test(arg)) positionals.push(arg);
    else if (!option) problems.push(unknownOption(program, arg, Object.keys(options)));
    else if (option.placeholder === undefined) {
      (values[given] ??= []).push('true');
      if (inline !== undefined) problems.push(`--${given} takes no value, found "${inline}".`);
    } else {
      const value = inline ?? (OPTION.test(rest[0] ?? '') ? '' : (rest.shift() ?? ''));
      (values[given] ??= []).push(...(value.trim() === '' ? [] : [value]));
      if (value.trim() === '')
        problems.push(
          `--${given} needs a value: ${option.placeholder}, ${option.means}. One that begins with "-" follows "=".`,
        );
    }
  }
  return { values, positionals, problems };
}

function unknownOption(program: string, arg: string, known: readonly string[]): string {
  const [given = ''] = arg.split('=');
  const near = suggestion(given.replace(/^-+/, ''), known, '--');
  if (known.length === 0) return `Unknown option ${given}: ${program} takes no options.`;
  return `Unknown option ${given}.${near || ` There are: ${known.map((name) => `--${name}`).join(', ')}.`}`;
}

function commandProblem({ commands }: Program, given: string | undefined): string | undefined {
  if (!commands || (given !== undefined && Object.hasOwn(commands, given))) return undefined;
  const known = Object.keys(commands);
  const all = known.join(', ');
  if (given === undefined) return `Name a command: ${all}.`;
  return `No such command: ${given}.${suggestion(given, known)} There are: ${all}.`;
}

function nameProblems(
  { takes = [] }: { takes?: readonly string[] },
  names: readonly string[],
  isCertain: boolean,
): string[] {
  const missing = takes.filter((name, index) => !name.startsWith('[') && names[index] === undefined);
  const [unexpected] = names.slice(takes.length);
  if (unexpected === undefined || !isCertain) return missing.map((name) => `${name} is missing.`);
  const quoting = takes.length > 0 ? ' An argument with spaces needs quotation marks around it.' : '';
  return [`Unexpected "${unexpected}".${quoting}`];
}

/** `command` is undefined if it is not known. */
function readOptions(options: Options, command: string | undefined, values: Record<string, string[]>) {
  const wrong: string[] = [];
  const read = Object.entries(options).map(([name, option]) => {
    const { placeholder = '', means, only, requiredBy } = option;
    const given = values[name] ?? [];
    if (given.length > 0 && command !== undefined && only && !only.includes(command))
      wrong.push(`--${name} belongs to ${only.join(', ')}.`);
    const isRequired = requiredBy === true || requiredBy?.includes(command ?? '');
    if (isRequired && values[name] === undefined)
      wrong.push(`--${name} ${placeholder} is missing: ${means}.`);
    try {
      return [name, option.read(given, name)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      wrong.push(error.message);
      return [name, undefined];
    }
  });
  return { options: Object.fromEntries(read) as Record<string, unknown>, wrong };
}
