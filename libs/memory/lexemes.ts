import { normalizedWords } from '#text';

/** Function words, which carry no meaning of their own; normalised, without apostrophes. */
const STOP_WORDS = new Set(
  (
    'a an the this that these those he she it its they them their his her hers him we us our you your i me my who whom ' +
    'which what when where why how is are was were be been being am do does did doing done has have had having will ' +
    'would shall should can could may might must to of in on at by for from with without about into onto over under ' +
    'and or but so than then as if because not no nor only just also too very more most much many any some all each ' +
    'there here up down out off again really quite please tell us know said says ' +
    'doesnt dont didnt isnt arent wasnt wont cant couldnt hasnt havent im shes hes theyre weve s t ' +
    'في من علي الي عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن انا انت ان انه انها كان كانت يكون تكون قد ' +
    'ما ماذا متي اين كيف لماذا هل كم لا لم لن ليس او ثم لكن بل كل بعض غير بين عند عندما اذا لان حتي جدا فقط ايضا و ب ل ف ك'
  ).split(' '),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The normalised words of a text. An apostrophe does not split a word ("doesn't" is one word). */
export function wordsOf(text: string): string[] {
  return normalizedWords(text.replace(/['’ʼ]/g, ''));
}

/** Distinct stems of the words that carry meaning, in the order of the text. */
export function lexemesOf(text: string): string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter((word) => !isStopWord(word))
        .map(stem),
    ),
  ];
}

/** Cuts the endings of a normalised English or Arabic word. A light stemmer, so that different words rarely get the same stem. */
export function stem(word: string): string {
  if (/\d/.test(word)) return word;
  if (/^[a-z]+$/.test(word)) return stemEnglish(word);
  return /^\p{Script=Arabic}+$/u.test(word) ? stemArabic(word) : word;
}

function stemEnglish(word: string): string {
  const singular = withoutPlural(word);
  const ending = /(?:ing|ed)$/.exec(singular)?.[0];
  const base = ending ? singular.slice(0, -ending.length) : singular;
  if (ending && base.length >= 3 && /[aeiouy]/.test(base)) return withoutLastE(undoubled(base));
  return withoutLastE(singular);
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** "running" → "run". "selling" keeps both l, like "sell". */
function undoubled(base: string): string {
  return /([^aeioulsz])\1$/.test(base) ? base.slice(0, -1) : base;
}

/** Gives "move" and "moving" the same stem "mov". Short words keep their e. */
function withoutLastE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}

const MIN_ARABIC_STEM_LETTERS = 3;
const ARABIC_PREFIXES = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

/** The prefixes and suffixes of the light10 stemmer (Larkey, Ballesteros and Connell, 2002). */
function stemArabic(word: string): string {
  const prefix = ARABIC_PREFIXES.find(
    (part) => word.startsWith(part) && word.length - part.length >= MIN_ARABIC_STEM_LETTERS,
  );
  const bare = prefix ? word.slice(prefix.length) : word;
  const suffix = ARABIC_SUFFIXES.find(
    (part) => bare.endsWith(part) && bare.length - part.length >= MIN_ARABIC_STEM_LETTERS,
  );
  return suffix ? bare.slice(0, -suffix.length) : bare;
}
