import { isStopWord, normalizedWords, normalizeText, readMoney } from '#text';

/** Facts of a statement that a summary must keep: numbers, dates and names, and whether it is a promise. */
export interface StatementFacts {
  /** Normalised words, each of which the summary must contain. */
  words: string[];
  commitment: boolean;
}

const list = (text: string) => new Set(text.split(/\s+/).map((word) => normalizeText(word)));

const DATES =
  list(`january february march april june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday tomorrow ramadan christmas easter
  يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر الاثنين الثلاثاء الأربعاء الخميس الجمعة
  السبت الأحد غدا رمضان`);
/** Capitalised words that are not names, such as the first word of a sentence. */
const NOT_NAMES =
  list(`i i'm i'll i've i'd ok okay yes no hello hi hey thanks thank dear please sure great my we our you
  your the a an it this that these those is are was were do does did can could would will should what which who when
  where why how and but or so if also let's let not for from with without in on at by to of as he she they his her
  their there here pdf url id usd eur aed tv`);
const SMALL_NUMBERS = list(`two three four five six seven eight nine ten eleven twelve
  اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة`);

const COMMITMENT =
  /\b(?:i|we)(?:'|’)?\s?(?:ll|will|shall|promise|am going to|are going to)\b|\b(?:i|we)['’]ll\b|\blet me\b|\bgoing to (?:send|call|check|book|prepare)\b|(?:^|\s)(?:سوف|سأ\S+|سن[ر-ي]\S+|أعدك\S*|نعدك\S*|أعد ب\S+)/iu;
const ARABIC_NAME =
  /(?:اسمي|اسمه|اسمها|السيد|السيدة|الدكتور|الدكتورة|المهندس|الأستاذ|الأستاذة)\s+(\S+)(?:\s+(\S+))?/gu;
const CAPITALISED =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?![\p{L}\p{N}])(?:\s+(?:al-|bin |de |van )?\p{Lu}[\p{L}\p{M}'’-]+(?![\p{L}\p{N}]))*/gu;
const MIXED =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}._-]{0,60}\p{N})(?=[\p{L}\p{N}._-]{0,60}\p{L})[\p{L}\p{N}][\p{L}\p{N}._-]{0,60}/gu;

export function factsOf(statement: string): StatementFacts {
  const words = new Set<string>();
  for (const word of wordsIn(statement)) {
    if (/\p{N}/u.test(word) || DATES.has(word) || SMALL_NUMBERS.has(word)) words.add(word);
  }
  for (const name of new Set(namesIn(statement))) for (const word of wordsIn(name)) words.add(word);
  return { words: [...words].filter((word) => word !== ''), commitment: COMMITMENT.test(statement) };
}

function namesIn(statement: string): string[] {
  let last = 0;
  const marked = [...statement.matchAll(CAPITALISED)].flatMap(({ 0: found, index }) => {
    // A beginning holds no name, so the text from the last name on is enough.
    const atBeginning = /^[\s"'“«(-]*$|[.!?:]\s*["'“«(]*$/u.test(statement.slice(last, index));
    last = index;
    const parts = found.split(/\s+/).filter((word) => !NOT_NAMES.has(normalizeText(word)));
    // A single capitalised word at the beginning of a sentence is no name, unless it is all capitals.
    const plain = parts.length === 1 && parts[0] !== parts[0]?.toUpperCase();
    return atBeginning && plain ? [] : parts.filter((word) => !isStopWord(normalizeText(word)));
  });
  const arabic = [...statement.matchAll(ARABIC_NAME)].flatMap(([, first = '', second = '']) =>
    [first, second].filter((word) => /^[\u0600-\u06FF]{2,}/u.test(word) && !isStopWord(normalizeText(word))),
  );
  return [...marked, ...arabic, ...(statement.match(MIXED) ?? [])];
}

/** The sentences of a message. Each line of a list is one statement. */
export function statementsOf(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => line.split(/(?<=[.!?؟])\s+(?=[\p{Lu}\p{Lo}\p{N}"'“«])/u))
    .map((statement) => statement.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((statement) => /\p{L}/u.test(statement));
}

/** True for a line of a list, the form in which agents write their results. */
export const isListed = (line: string): boolean => /^\s*(?:[-*•]|\d+[.)])\s/.test(line);

export const isQuestion = (statement: string): boolean => /[?؟]\s*["'”»)]*$/.test(statement);

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** All normalised words of a text, for lookups of facts. */
export function wordsHeld(text: string): Set<string> {
  return new Set(wordsIn(text));
}

/** Normalised words, each read once, with canonical numbers: "€450,000", "450000" and "450k" are equal. */
function wordsIn(text: string): string[] {
  const words = [...new Set(normalizedWords(text))];
  return words.map((word) => (/\p{N}/u.test(word) ? String(readMoney(word) ?? word) : word));
}
