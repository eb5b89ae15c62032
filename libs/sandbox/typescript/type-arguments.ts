/** A name or the end of an expression, followed by a bracket that may open type arguments. */
const OPENED = /[\w$\])]\s*</;
/** A bracket that may close type arguments: a call, a template or the end of the line follows. An arrow does not match. */
const CLOSED = /(?<!=)>[^\S\n]*[(`\n]/;
/** Type arguments that may also be an expression with comparisons. */
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
/** The end of a literal, which cannot be called. */
const LITERAL_END =
  /['"`]$|(?<![\w$.])(?:true|false|null|0[boxBOX][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?)$/;
/** Number of characters before type arguments that are searched for a literal. No written number is longer. */
const LITERAL_CHARACTERS = 100;
/** First letter of a value's name, by convention. Names of types start with a capital letter. */
const SMALL = /^[a-z_$]/;

/**
 * True if a call in the code may have type arguments. JavaScript parses many of them as comparisons, so such a program is
 * ambiguous. May return true for programs without type arguments. Takes time linear in the code.
 */
export function mayHaveTypeArguments(code: string): boolean {
  return code.split(';').some((statement) => {
    const opened = statement.search(OPENED);
    return opened >= 0 && CLOSED.test(statement.slice(opened));
  });
}

/**
 * Restores comparisons that were stripped from `code` as type arguments: TypeScript parses `f(a < b, c > (d))` as one call
 * with two type arguments, even if `b` and `c` are values. A comparison is certain if the called expression is a literal,
 * or if at least one name is a value of the program and none is a type.
 *
 * @param stripped `code` without types, with all other characters at the same offsets.
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
  kept: ReadonlySet<string>;
}

function namesOf(code: string, stripped: string): Names {
  const all = (text: string, pattern: RegExp) =>
    new Set(Array.from(text.matchAll(pattern), ([name, declared]) => declared ?? name));
  return { types: all(code, TYPES), values: all(stripped, VALUES), kept: all(stripped, NAMES) };
}

/** True if the bracket at `at` was stripped and the character before it was not, so that it is not inside a longer type. */
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
