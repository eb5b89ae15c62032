/** Removed characters: tatweel, vowel and Quranic marks, joiners and direction marks. */
const ARABIC_MARKS =
  /[\u0640\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED\u200C-\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Replacements of letters with several spellings and of letters that are not Arabic. */
const ARABIC_LETTERS: Record<string, string> = Object.fromEntries(
  'أا إا آا ٱا ىي ةه ؤو ئي ء کك یي گك ڤف پب'.split(' ').map(([from = '', to = '']) => [from, to]),
);
const ARABIC_LETTER = new RegExp(`[${Object.keys(ARABIC_LETTERS).join('')}]`, 'g');

/**
 * Marks of Latin and Greek letters. Marks of Cyrillic letters stay, because they form other letters (й is not и). The pattern
 * consumes a Cyrillic letter with its marks; a lookbehind at each mark would scan all marks before it.
 */
const LATIN_MARKS = /(\p{Script=Cyrillic}\p{M}*)|[\u0300-\u036F]/gu;

/** A URL or an e-mail address; it ends in a letter, a digit or a slash, so a full stop after it is not part of it. */
const ADDRESS =
  /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[\p{L}\p{N}](?:\S*[\p{L}\p{N}/])?|(?<![\p{L}\p{N}._%+-])[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?![\p{L}\p{N}])/gu;

/** Occurs in every URL and e-mail address; a fast check before the full pattern. */
const SIGN_OF_ADDRESS = /@|:\/\/|www\./;

const PUNCTUATION = /[\p{P}\p{S}]/gu;
const SPACE_BEFORE_PERCENT = /(?<=\d)[ \t]+(?=%)/g;
const CURRENCY_SIGN = /\p{Sc}/u;
const WITHIN_NUMBERS: ReadonlySet<string> = new Set(['.', ',', ':', '%', '+']);

/**
 * The one normalisation of text, for broker, offline model, place names and full-text search: NFKC, lower case, marks
 * removed, Arabic letters and all digits in one form, punctuation replaced by spaces except inside numbers, times, URLs and
 * e-mail addresses, spaces collapsed. Idempotent; never throws.
 */
export function normalizeText(text: string): string {
  const folded = foldLetters(text);
  if (WORD.test(folded)) return folded;
  const addresses = SIGN_OF_ADDRESS.test(folded) ? folded.matchAll(ADDRESS) : [];
  let result = '';
  let end = 0;
  for (const address of addresses) {
    result += `${withoutPunctuation(folded.slice(end, address.index))} ${address[0]} `;
    end = address.index + address[0].length;
  }
  return (result + withoutPunctuation(folded.slice(end))).replace(/\s+/g, ' ').trim();
}

/** The words of the normalised text; numbers, times, URLs and e-mail addresses are one word each. */
export function normalizedWords(text: string): string[] {
  const normalized = normalizeText(text);
  return normalized === '' ? [] : normalized.split(' ');
}

const INDIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g;
const western = (digit: string) => String(digit.charCodeAt(0) & 0xf);

/** Replaces Arabic and Persian digits by 0 to 9; other characters do not change. */
export function westernDigits(text: string): string {
  return text.replaceAll(INDIC_DIGIT, western);
}

/**
 * Longer sequences of marks than any letter has (UAX #15, Stream-Safe Text Format). Normalising them takes quadratic time.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Text that stays as it is. */
const WORD = /^[a-z0-9]*$/;
/** Text that only lower-casing changes. */
const PLAIN = /^[\t\n\r -~]*$/;

function foldLetters(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(LATIN_MARKS, '$1')
    .normalize('NFKC')
    .replace(ARABIC_MARKS, '')
    .replace(ARABIC_LETTER, (letter) => ARABIC_LETTERS[letter] ?? letter)
    .replace(INDIC_DIGIT, western)
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', '')
    .replaceAll('\u066A', '%')
    .normalize('NFKC')
    .replace(TOO_MANY_MARKS, '$1');
}

/**
 * Keeps `.`, `,` and `:` between digits (1,200.50, 10:30), `%` and `+` after a number (30%, 3+, 300k+), and currency
 * symbols. "4.5 %" is as common as "4.5%", and becomes the same word.
 */
function withoutPunctuation(text: string): string {
  const joined = text.replace(SPACE_BEFORE_PERCENT, '');
  return joined.replace(PUNCTUATION, (mark, offset: number) => {
    if (!WITHIN_NUMBERS.has(mark)) return CURRENCY_SIGN.test(mark) ? mark : ' ';
    const before = joined.slice(Math.max(0, offset - 2), offset);
    const kept =
      mark === '+'
        ? /\d[kmb]?$/.test(before)
        : /\d$/.test(before) && (mark === '%' || /\d/.test(joined[offset + 1] ?? ''));
    return kept ? mark : ' ';
  });
}
