/** Letters that people type one for the other: with and without hamza, with the dots of the last letter or without. */
const ALIKE = ['اأإآٱ', 'هة', 'يىئ', 'وؤ', 'كک'];
const ALIKE_BY_LETTER = new Map(ALIKE.flatMap((letters) => [...letters].map((letter) => [letter, letters])));
/** An escape, which is left as it is, the bounds of a class, or a letter that is typed in several ways. */
const SPELLED = new RegExp(String.raw`\\[\s\S]|[[\]${ALIKE.join('')}]`, 'g');

const LETTER = String.raw`[\u0621-\u064A]`;
/** What Arabic writes onto the front of a word: and, in, for, like, the. */
const PREFIX = '(?:و?(?:[بكل]?ال|لل|[بكل])?)';
/** The same, and who does it, of a verb: نحتاج and يحتاج for احتاج. */
const PREFIX_OF_LONGER = '(?:و?(?:[بكل]?ال|لل|[بكل]|س?[اأينت])?)';
/** What it writes behind: whose it is, and how many they are. */
const SUFFIX = '(?:ها|هم|هن|هما|نا|كم|ه|ي|ك|ات|ين|ون|ان|ا|ت|ة|تي|تين)?';
/** A word with fewer letters stands within too many others: كم in حكم, عقد in معقد. */
const LETTERS_OF_LONGER = 4;
const LETTERS_WITH_SUFFIX = 3;

/**
 * The pattern with every spelling of its Arabic letters, since hardly anybody who chats types a hamza. An Arabic word that
 * one of its alternatives begins with is looked for where a word begins, with what is written onto it; `\b` does not know
 * Arabic letters. A short one ends there too. What says itself where it may stand (`(?<!\p{L})`) is left to it.
 */
export function anySpelling(pattern: RegExp): RegExp {
  return new RegExp(inEverySpelling(wholeWords(pattern.source)), pattern.flags);
}

function inEverySpelling(source: string): string {
  let inClass = false;
  return source.replaceAll(SPELLED, (found) => {
    if (found === '[') inClass = true;
    if (found === ']') inClass = false;
    const alike = ALIKE_BY_LETTER.get(found);
    return alike === undefined ? found : inClass ? alike : `[${alike}]`;
  });
}

const ARABIC_BEGINNING = new RegExp(`^${LETTER}+`);
const GROUP_BEGINNING = /^\((?:\?:|\?<[a-z]\w*>|(?!\?))/i;
const OPTIONAL = /^(?:[?*]|\{0)/;

/** The alternatives of a pattern that begin with an Arabic word, each where a word begins. */
function wholeWords(source: string): string {
  return partsOf(source, '|').map(wholeWord).join('|');
}

function wholeWord(alternative: string): string {
  const [word] = ARABIC_BEGINNING.exec(alternative) ?? [];
  if (word !== undefined) return beginning(word, alternative) + alternative + end(word, alternative);
  const [opening] = GROUP_BEGINNING.exec(alternative) ?? [];
  if (opening === undefined) return alternative;
  const close = endOfGroup(alternative);
  const body = alternative.slice(opening.length, close);
  const rest = alternative.slice(close + 1);
  const starts = partsOf(body, '|').map((part) => ARABIC_BEGINNING.test(part));
  // Of "(?:ال)?مدير" the group may not be there, and "(?:أ|ن)شوف" goes on with letters.
  if (OPTIONAL.test(rest) || ARABIC_BEGINNING.test(rest))
    return starts.every(Boolean) ? beginning('', alternative) + alternative : alternative;
  return `${opening}${wholeWords(body)})${rest}`;
}

function beginning(word: string, alternative: string): string {
  const isLonger = word.length >= LETTERS_OF_LONGER && !OPTIONAL.test(alternative.slice(word.length));
  return `(?<=(?<!${LETTER})${isLonger ? PREFIX_OF_LONGER : PREFIX})`;
}

function end(word: string, alternative: string): string {
  if (word !== alternative || word.length > LETTERS_WITH_SUFFIX) return '';
  return `(?=${word.length === LETTERS_WITH_SUFFIX ? SUFFIX : ''}(?!${LETTER}))`;
}

/** A pattern cut at a sign that stands neither in a group nor in a class. */
function partsOf(source: string, sign: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = indexOutside(source, sign, 0); at !== -1; at = indexOutside(source, sign, start)) {
    parts.push(source.slice(start, at));
    start = at + 1;
  }
  return [...parts, source.slice(start)];
}

/** Index of the parenthesis that closes the group at the beginning. */
function endOfGroup(source: string): number {
  const at = indexOutside(source, ')', 0);
  return at === -1 ? source.length : at;
}

/**
 * Where a sign next stands in neither a group nor a class; -1 where it does not. `from` is in none of them either. A
 * parenthesis that closes a group stands outside it.
 */
function indexOutside(source: string, sign: string, from: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = from; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '\\') {
      at += 1;
    } else if (inClass) {
      inClass = letter !== ']';
    } else {
      if (letter === ')') depth -= 1;
      if (letter === sign && depth === 0) return at;
      if (letter === '(') depth += 1;
      if (letter === '[') inClass = true;
    }
  }
  return -1;
}
