// The kinds of options that commands take. scripts/run.mjs reads this file before anything is compiled.
import { UsageError } from './usage.errors.ts';

/** One option of a command. Without a placeholder it takes no value. */
export interface Option<Value> {
  /** Stands for the value in the help. */
  placeholder?: string;
  means: string;
  /** Default value shown in the help. */
  standard?: string;
  /** The commands that know the option; all of them when absent. */
  only?: readonly string[];
  /** The commands that need the option; `true` means all of them. */
  requiredBy?: readonly string[] | true;
  /**
   * Parses the given values; the list is empty if the option was not given.
   *
   * @throws UsageError that names the expected value.
   */
  read(given: readonly string[], name: string): Value;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

export type ValuesOf<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends Option<infer Value> ? Value : never;
};

interface Bounds {
  least?: number;
  most?: number;
}

/** A boolean option. */
export function flag(means: string): Option<boolean> {
  return { means, read: (given) => given.length > 0 };
}

/** Any text. */
export function text(placeholder: string, means: string): Option<string | undefined> {
  return optional(placeholder, means, (given) => given);
}

/** A text that may be given several times. */
export function texts(placeholder: string, means: string): Option<string[]> {
  return { placeholder, means, read: (given) => [...given] };
}

/** A whole number, at least 1 by default. */
export function whole(standard: number, means: string, { least = 1, most }: Bounds = {}): Option<number> {
  return withStandard(wholeOrNone(means, { least, most }), standard);
}

/** A number from 0 to `most`. */
export function number(standard: number, means: string, most?: number): Option<number> {
  return withStandard(numberOrNone(means, { least: 0, most }), standard);
}

/** A whole number without a default value, at least 1 by default. */
export function wholeOrNone(means: string, { least = 1, most }: Bounds = {}): Option<number | undefined> {
  return optional('N', means, (given, name) => numberIn(given, name, { least, most, whole: true }));
}

/** A number without a default value, at least 0 by default. */
export function numberOrNone(means: string, { least = 0, most }: Bounds = {}): Option<number | undefined> {
  return optional('N', means, (given, name) => numberIn(given, name, { least, most, whole: false }));
}

/** One of several names. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  standard: Name,
  means: string,
): Option<Name> {
  return withStandard(oneOfOrNone(names, means), standard);
}

/** One of several names, without a default value. */
export function oneOfOrNone<const Name extends string>(
  names: readonly Name[],
  means: string,
): Option<Name | undefined> {
  return optional('NAME', `${means}: ${oneOfText(names)}`, (given, name) => namesIn(names, [given], name)[0]);
}

/** A list of texts, separated by commas. */
export function listed(placeholder: string, means: string): Option<string[]> {
  const split = (given: readonly string[]) => given.flatMap((text) => text.split(','));
  return { placeholder, means, read: (given) => split(given).map((text) => text.trim()) };
}

/** A list of names out of `names`, separated by commas. */
export function someOf<const Name extends string>(
  names: readonly Name[],
  means: string,
): Option<Name[] | undefined> {
  const split = (given: string) => given.split(',').map((one) => one.trim());
  return optional('A,B', `${means}: ${oneOfText(names)}`, (given, name) =>
    namesIn(names, split(given), name),
  );
}

/** Prices of a model in USD. */
export function pricesUsd(
  means: string,
): Option<Record<'input' | 'cachedInput' | 'output', number> | undefined> {
  return optional('INPUT,CACHED,OUTPUT', means, (given, name) => {
    const texts = given.split(',');
    if (texts.length !== 3)
      throw new UsageError(`--${name}: expected three numbers, INPUT,CACHED,OUTPUT, found "${given}".`);
    const [input = 0, cachedInput = 0, output = 0] = texts.map((one) => numberIn(one, name));
    return { input, cachedInput, output };
  });
}

/** A day of the calendar, `YYYY-MM-DD`. */
export function day(means: string): Option<string | undefined> {
  const isDay = (text: string) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
  return fitting('DAY', means, 'a day such as 2026-11-22', isDay);
}

/** A text that `fits`. */
export function fitting(
  placeholder: string,
  means: string,
  expected: string,
  fits: (text: string) => boolean,
): Option<string | undefined> {
  return optional(placeholder, means, (given, name) => {
    if (fits(given)) return given;
    throw new UsageError(`--${name}: expected ${expected}, found "${given}".`);
  });
}

/** An address of HTTP, returned without slashes at its end. */
export function url(means: string): Option<string | undefined> {
  return optional('URL', means, (given, name) => {
    // fetch sends nothing to such an address.
    if (/^\w+:\/*[^/?#]*@/.test(given))
      throw new UsageError(`--${name}: expected a URL without user and password.`);
    if (/^https?:/.test(given) && URL.canParse(given)) return given.replace(/\/+$/, '');
    throw new UsageError(`--${name}: expected a URL such as http://127.0.0.1:3001, found "${given}".`);
  });
}

/** The same option, required by every command. */
export function required<Value>(option: Option<Value | undefined>): Option<Value> {
  return { ...option, requiredBy: true, read: (given, name) => option.read(given, name) as Value };
}

/** A value parsed by `read`; undefined if the option was not given. */
export function optional<Value>(
  placeholder: string,
  means: string,
  read: (text: string, name: string) => Value,
): Option<Value | undefined> {
  return {
    placeholder,
    means,
    read(given, name) {
      const last = given.at(-1);
      return last === undefined ? undefined : read(last, name);
    },
  };
}

/** Parses a number. @throws UsageError */
export function numberIn(
  text: string,
  name: string,
  { least = 0, most = Infinity, whole: isWhole = false }: Bounds & { whole?: boolean } = {},
): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`--${name}: expected a ${isWhole ? 'whole ' : ''}number ${range}, found "${text}".`);
}

function withStandard<Value extends string | number>(
  option: Option<Value | undefined>,
  standard: Value,
): Option<Value> {
  return {
    ...option,
    standard: String(standard),
    read: (given, name) => option.read(given, name) ?? standard,
  };
}

function namesIn<Name extends string>(
  names: readonly Name[],
  given: readonly string[],
  name: string,
): Name[] {
  const unknown = given.filter((one) => !(names as readonly string[]).includes(one));
  if (unknown.length === 0) return given as Name[];
  throw new UsageError(`--${name}: expected ${oneOfText(names)}, found "${unknown.join('", "')}".`);
}

function oneOfText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
