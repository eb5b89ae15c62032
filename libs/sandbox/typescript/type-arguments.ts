/** A name, or the end of an expression, and what may open its type arguments. */
const OPENED = /[\w$\])]\s*</;
/** What may close them, where a call, a template or the end of a line follows; an arrow closes nothing. */
const CLOSED = /(?<!=)>[^\S\n]*[(`\n]/;
/** Type arguments with anything else in them are no expressions, or none that anybody compares with. */
const ALSO_EXPRESSIONS = /^<[\w$.,\s|&<>[\]()-]*>$/;
const TEXTS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const NAMES = /(?<![\w$.])[A-Za-z_$][\w$]*/g;
const VALUES = /\b(?:const|let|var|function)\s+([\w$]+)/g;
const TYPES = /\b(?:type|interface|class|enum)\s+([\w$]+)/g;
const KEYWORDS: ReadonlySet<string> = new Set(
  'any bigint boolean extends infer is keyof never number object readonly string symbol typeof unknown void'.split(
    ' ',
  ),
);
/** The end of a literal, which nobody can call. */
const LITERAL_END =
  /['"`]$|(?<![\w$.])(?:true|false|null|0[boxBOX][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?)$/;
/** Of what stands before type arguments; no number that is written out is longer. */
const LITERAL_CHARACTERS = 100;
/** Types are written with a capital letter, values of a program with a small one. */
const SMALL = /^[a-z_$]/;

/**
 * Whether a call in it may have type arguments. JavaScript reads those of many as comparisons, so that a program with
 * them may be read as either. It says yes of some programs that have none, and takes time in proportion to the code.
 */
export function mayHaveTypeArguments(code: string): boolean {
  return code.split(';').some((statement) => {
    const opened = statement.search(OPENED);
    return opened >= 0 && CLOSED.test(statement.slice(opened));
  });
}

/**
 * TypeScript reads `f(a < b, c > (d))` as one call with two type arguments, also where `b` and `c` are values. Puts back
 * what was left out of `code` as type arguments and can be nothing but comparisons: what would be called is a literal, or
 * one name at least is that of a value of the program, and none is a type.
 *
 * @param stripped `code` without types, in the same places.
 */
export function withComparisons(code: string, stripped: string): string {
  if (stripped.length !== code.length) return stripped;
  const names = namesOf(code, stripped);
  let [read, done] = ['', 0];
  for (const { index } of code.matchAll(/</g)) {
    if (index < done || !isTypeArguments(code, stripped, index)) continue;
    const end = endOfBlank(stripped, index);
    const given = code.slice(index, end).trimEnd();
    if (!followsLiteral(code, index) && !areComparisons(given, names)) continue;
    read += stripped.slice(done, index) + code.slice(index, end);
    done = end;
  }
  return read + stripped.slice(done);
}

interface Names {
  types: ReadonlySet<string>;
  values: ReadonlySet<string>;
  /** All that are left without the types. */
  kept: ReadonlySet<string>;
}

function namesOf(code: string, stripped: string): Names {
  const all = (text: string, pattern: RegExp) =>
    new Set(Array.from(text.matchAll(pattern), ([name, declared]) => declared ?? name));
  return { types: all(code, TYPES), values: all(stripped, VALUES), kept: all(stripped, NAMES) };
}

/** Left out, while what stands before them is not: not those inside a longer type. */
function isTypeArguments(code: string, stripped: string, at: number): boolean {
  const before = code.slice(0, at).trimEnd().length - 1;
  return stripped[at] !== '<' && stripped[before] === code[before];
}

function followsLiteral(code: string, at: number): boolean {
  const before = code.slice(0, at).trimEnd();
  return LITERAL_END.test(before.slice(-LITERAL_CHARACTERS));
}

function endOfBlank(stripped: string, from: number): number {
  const length = stripped.slice(from).search(/\S/);
  return length < 0 ? stripped.length : from + length;
}

function areComparisons(given: string, names: Names): boolean {
  const withoutTexts = given.replace(TEXTS, '0');
  if (!ALSO_EXPRESSIONS.test(withoutTexts)) return false;
  let hasValue = false;
  for (const [name] of withoutTexts.matchAll(NAMES)) {
    if (names.types.has(name)) return false;
    if (names.values.has(name)) hasValue = true;
    else if (KEYWORDS.has(name)) return false;
    else if (name in globalThis) continue;
    else if (SMALL.test(name) && names.kept.has(name)) hasValue = true;
    else return false;
  }
  return hasValue;
}
