// Reads command lines. scripts/run.mjs reads this file before anything is compiled.
import { parseArgs } from 'node:util';
import { helpOf, usageLine } from './help.ts';
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
 * @throws HelpWanted, UsageError
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
  let command: string | undefined;
  try {
    const { values, positionals } = parse(declared, args);
    command = declared.commands ? positionals[0] : '';
    checkCommand(declared, command);
    const names = positionals.slice(declared.commands ? 1 : 0);
    checkNames(declared.commands?.[command] ?? declared, names);
    const line = { command: command as Name, names, options: readOptions(of.options, command, values) };
    const problem = of.check?.(line);
    if (problem !== undefined) throw new UsageError(problem);
    return line;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n${usageLine(declared, command)}`, { cause: error });
  }
}

type Values = Readonly<Record<string, readonly (string | boolean)[] | undefined>>;

function parse(of: Program, args: readonly string[]): { values: Values; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(of.options).flatMap(([name, { placeholder, formerly = name }]) => {
      const type = placeholder === undefined ? ('boolean' as const) : ('string' as const);
      return [name, formerly].map((each) => [each, { type, multiple: true }] as const);
    }),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    // Removes Node's advice on arguments that begin with a dash.
    const [problem = ''] = (error as Error).message.split(/\.? To specify|\n/);
    throw new UsageError(`${problem.replace(/\.$/, '')}.`, { cause: error });
  }
}

function checkCommand(of: Program, given: string | undefined): asserts given is string {
  if (!of.commands || (given !== undefined && Object.hasOwn(of.commands, given))) return;
  const names = Object.keys(of.commands).join(', ');
  throw new UsageError(
    given === undefined ? `Name a command: ${names}.` : `No such command: ${given}. There are: ${names}.`,
  );
}

function checkNames({ takes = [] }: { takes?: readonly string[] }, names: readonly string[]): void {
  const missing = takes.find((name, index) => !name.startsWith('[') && names[index] === undefined);
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
  if (names.length > takes.length)
    throw new UsageError(
      `Unexpected "${names[takes.length]}". An argument with spaces needs quotation marks around it.`,
    );
}

function readOptions<Given extends Options>(
  options: Given,
  command: string,
  values: Values,
): ValuesOf<Given> {
  const read = Object.entries(options).map(([name, option]) => {
    const { placeholder = '', means, only, requiredBy, formerly = '' } = option;
    const given = [...(values[name] ?? []), ...(values[formerly] ?? [])].map(String);
    if (given.length > 0 && only && !only.includes(command))
      throw new UsageError(`--${name} belongs to ${only.join(', ')}.`);
    const isBlank = given.every((text) => text.trim() === '');
    if (isBlank && (requiredBy === true || requiredBy?.includes(command)))
      throw new UsageError(`--${name} ${placeholder} is missing: ${means}.`);
    return [name, option.read(given, name)];
  });
  return Object.fromEntries(read) as ValuesOf<Given>;
}
