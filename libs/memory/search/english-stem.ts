/**
 * The stem of a lower-case English word, by the algorithm of M. F. Porter, "An algorithm for suffix stripping" (Program
 * 14/3, 1980): "adoption", "adopted" and "adopting" give "adopt". It cuts more than the stemmer of the contradiction
 * rules, which suits a search: the other words of a text outweigh a wrong match.
 */
export function englishStem(word: string): string {
  if (word.length < 3) return word;
  // An initial "y" is a consonant. The capital letter prevents its treatment as a vowel.
  const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  const stemmed = [plural, pastOrGerund, finalY, doubleSuffix, singleSuffix, bareSuffix, finalE].reduce(
    (rest, step) => step(rest),
    marked,
  );
  return stemmed.toLowerCase();
}

const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
/** The measure m of the paper: the number of vowel sequences followed by consonants. */
const MEASURE_OVER_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_OVER_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const pairs = (list: string) =>
  list.split(' ').map((pair): [string, string] => {
    const [suffix = '', replacement = ''] = pair.split('>');
    return [suffix, replacement];
  });
const DOUBLE_SUFFIXES = pairs(
  'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ' +
    'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log',
);
const SINGLE_SUFFIXES = pairs('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>');
const BARE_SUFFIX =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

function plural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pastOrGerund(word: string): string {
  if (word.endsWith('eed')) return MEASURE_OVER_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+?)(?:ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !HAS_VOWEL.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return SHORT_END.test(base) ? `${base}e` : base;
}

function finalY(word: string): string {
  return word.endsWith('y') && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

const doubleSuffix = (word: string) => replaced(word, DOUBLE_SUFFIXES);
const singleSuffix = (word: string) => replaced(word, SINGLE_SUFFIXES);

function replaced(word: string, suffixes: readonly [string, string][]): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix) && word.length > suffix.length);
  if (!found) return word;
  const base = word.slice(0, -found[0].length);
  return MEASURE_OVER_0.test(base) ? base + found[1] : word;
}

function bareSuffix(word: string): string {
  const base = BARE_SUFFIX.exec(word)?.[1];
  return base !== undefined && MEASURE_OVER_1.test(base) ? base : word;
}

function finalE(word: string): string {
  let rest = word;
  if (rest.endsWith('e')) {
    const base = rest.slice(0, -1);
    if (MEASURE_OVER_1.test(base) || (MEASURE_1.test(base) && !SHORT_END.test(base))) rest = base;
  }
  return rest.endsWith('ll') && MEASURE_OVER_1.test(rest) ? rest.slice(0, -1) : rest;
}
