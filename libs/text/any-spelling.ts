/** Letters that people use interchangeably: with or without hamza, and final letters with or without dots. */
const ALIKE = ['اأإآٱ', 'هة', 'يىئ', 'وؤ', 'كک'];
const ALIKE_BY_LETTER = new Map(ALIKE.flatMap((letters) => [...letters].map((letter) => [letter, letters])));
/** An escape (kept unchanged), a bracket of a character class, or a letter with several spellings. */
const SPELLED = new RegExp(String.raw`\\[\s\S]|[[\]${ALIKE.join('')}]`, 'g');

const LETTER = String.raw`[\u0621-\u064A]`;
/** Arabic prefixes: and, in, for, like, the. */
const PREFIX = '(?:و?(?:[بكل]?ال|لل|[بكل])?)';
/** Arabic prefixes including the person of a verb: نحتاج and يحتاج for احتاج. */
const PREFIX_OF_LONGER = '(?:و?(?:[بكل]?ال|لل|[بكل]|س?[اأينت])?)';
/** Arabic suffixes: possessives, dual and plural. */
const SUFFIX = '(?:ها|هم|هن|هما|نا|كم|ه|ي|ك|ات|ين|ون|ان|ا|ت|ة|تي|تين)?';
/** Shorter words occur within too many other words: كم in حكم, عقد in معقد. */
const LETTERS_OF_LONGER = 4;
const LETTERS_WITH_SUFFIX = 3;

/**
 * Extends a pattern to all spellings of its Arabic letters, because people rarely type the hamza in chats. An Arabic word at
 * the start of an alternative matches only at the start of a word, after optional prefixes; `\b` does not support Arabic
 * letters. A short word must also end there. Alternatives with their own boundary (`(?<!\p{L})`) keep it.
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

/** Adds word boundaries to the alternatives of a pattern that begin with an Arabic word. */
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
  // In "(?:ال)?مدير" the group is optional, and in "(?:أ|ن)شوف" letters follow it.
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

/** Splits a pattern at a character outside of groups and character classes. */
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
 * Index of the next occurrence of a character outside of groups and character classes, from `from`, which is outside too; -1
 * if there is none. The closing parenthesis of a group counts as outside.
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
