import { readMoney, stem } from '#text';
import { datesOf, isDate, isYear, timeOf, withDatesInWords } from './dates.ts';
import { isStopWord, wordsOf } from './lexemes.ts';

/** An attribute of a person, found in a sentence, that has one value at a time. */
export interface Attribute {
  kind: 'number' | 'date' | 'place' | 'taste';
  /** For a number its unit, for a date `time` if it is a time of day, for a place its direction, for a taste the liked or disliked thing. */
  unit: string;
  values: string[];
  /** Stems of the other words of the sentence. */
  about: ReadonlySet<string>;
}

const words = (list: string) => list.split(' ');

const NUMBER_WORDS = new Map(
  words('zero one two three four five six seven eight nine ten eleven twelve')
    .map((word, value): [string, number] => [word, value])
    .concat(
      words('صفر واحد اثنين ثلاث اربع خمس ست سبع ثماني تسع عشر').map((word, value) => [word, value]),
      words('ثلاثه اربعه خمسه سته سبعه ثمانيه تسعه عشره').map((word, index) => [word, index + 3]),
    ),
);

const LIKING = new Set(words('lik lov enjoy prefer want ador يحب تحب احب نحب يفضل تفضل افضل يريد تريد اريد'));
const DISLIKING = new Set(words('hat dislik avoid detest refus يكره تكره اكره يرفض ترفض ارفض'));
const NEGATIONS = new Set(words('not never longer doesnt dont didnt wont cannot cant لا لم لن ليس يعد تعد'));
const CLAUSE_ENDS = new Set(words('but and because so while لكن لان بسبب و'));

/** Words for wishes and changes, which surround a value but do not identify its subject. */
const FILLERS = new Set(
  words(
    'now instead actually need want wish look lik prefer hav got must least most more than up around about max maximum ' +
      'minimum before after until by within between الان يحتاج تحتاج احتاج يريد تريد اريد قبل بعد خلال حوالي',
  ),
);

/** A longer text is read up to here. A statement is shorter, but a message without punctuation may have thousands. */
const MAX_CHARACTERS = 1_000;
/** Each number of a text is compared with each of another. */
const MAX_NUMBERS = 8;

/** All attributes at the beginning of `text` that another text can contradict. */
export function attributesOf(text: string): Attribute[] {
  const inWords = withDatesInWords(beginningOf(text));
  const tokens = wordsOf(inWords);
  const dates = datesOf(tokens);
  const times = tokens.map(timeOf);
  return [
    ...numbersIn(tokens, dates),
    ...datesIn(tokens, { unit: '', values: dates }),
    ...datesIn(tokens, { unit: 'time', values: times }),
    ...placesIn(inWords, tokens),
    ...tastesIn(tokens),
  ];
}

/** Ends between two words, because a part of a number is another number. */
function beginningOf(text: string): string {
  return text.length > MAX_CHARACTERS ? text.slice(0, text.lastIndexOf(' ', MAX_CHARACTERS) + 1) : text;
}

function numbersIn(tokens: string[], dates: readonly (string | undefined)[]): Attribute[] {
  const found = tokens.flatMap((token, at): { unit: string; value: number; used: number[] }[] => {
    const next = tokens[at + 1] ?? '';
    const value = readMoney(token, { isAlone: false }) ?? NUMBER_WORDS.get(token);
    if (value === undefined || /\d:\d/.test(token) || isYear(token) || dates[at] !== undefined) return [];
    const amount = next === '' ? undefined : readMoney(`${token} ${next}`, { isAlone: false });
    if (amount !== undefined) return [{ unit: 'money', value: amount, used: [at, at + 1] }];
    if (/\p{Sc}|\d[km]$/u.test(token) || value >= 10_000) return [{ unit: 'money', value, used: [at] }];
    if (next === '' || isStopWord(next) || isDate(next)) return [];
    return [{ unit: stem(next), value, used: [at, at + 1] }];
  });
  const stems = tokens.map(subjectStem);
  return found.slice(0, MAX_NUMBERS).map(({ unit, value, used }) => ({
    kind: 'number',
    unit,
    values: [String(value)],
    about: distinct(stems.filter((_, at) => !used.includes(at))),
  }));
}

/** @param found the date or time of each token, or undefined. */
function datesIn(
  tokens: string[],
  found: { unit: string; values: readonly (string | undefined)[] },
): Attribute[] {
  const values = found.values.filter((value) => value !== undefined);
  if (values.length === 0) return [];
  const others = tokens.filter((_, at) => found.values[at] === undefined);
  return [{ kind: 'date', unit: found.unit, values, about: aboutOf(others) }];
}

const ENGLISH_PLACE =
  /\b(in|near|around|at|to|towards|from)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s\p{Lu}[\p{L}'’-]+){0,2})/gu;

/** Finds places: in Latin script by capital letters, in Arabic as the word after "in". */
function placesIn(text: string, tokens: string[]): Attribute[] {
  const latin = [...text.matchAll(ENGLISH_PLACE)].map(([, direction, name]) => ({
    direction: direction === 'from' ? 'from' : 'in',
    name: wordsOf(name ?? ''),
  }));
  const arabic = tokens.flatMap((token, at) =>
    token === 'في' ? [{ direction: 'في', name: tokens.slice(at + 1, at + 2) }] : [],
  );
  const found = [...latin, ...arabic].filter(
    ({ name }) => name.length > 0 && !name.some((word) => isDate(word) || /^\d/.test(word)),
  );
  return [...new Set(found.map((place) => place.direction))].map((direction) => {
    const names = found.filter((place) => place.direction === direction).map((place) => place.name);
    const named = new Set(names.flat());
    const others = tokens.filter((token) => !named.has(token));
    return {
      kind: 'place',
      unit: direction,
      values: names.map((name) => name.join(' ')),
      about: aboutOf(others),
    };
  });
}

function tastesIn(tokens: string[]): Attribute[] {
  const at = tokens.findIndex((token) => LIKING.has(stem(token)) || LIKING.has(token) || isDisliking(token));
  if (at < 0) return [];
  const negated = tokens.slice(Math.max(0, at - 2), at).some((token) => NEGATIONS.has(token));
  const likes = isDisliking(tokens[at] ?? '') === negated;
  const rest = tokens.slice(at + 1);
  const end = rest.findIndex((token) => CLAUSE_ENDS.has(token));
  const thing = [...aboutOf(end < 0 ? rest : rest.slice(0, end))].sort();
  if (thing.length === 0) return [];
  return [{ kind: 'taste', unit: thing.join(' '), values: [likes ? 'like' : 'dislike'], about: new Set() }];
}

const isDisliking = (token: string) => DISLIKING.has(stem(token)) || DISLIKING.has(token);

const aboutOf = (tokens: string[]) => distinct(tokens.map(subjectStem));

/** The stem of a word that may identify a subject. */
function subjectStem(token: string): string | undefined {
  const found = isStopWord(token) || FILLERS.has(token) ? undefined : stem(token);
  return found !== undefined && !FILLERS.has(found) ? found : undefined;
}

const distinct = (stems: (string | undefined)[]) => new Set(stems.filter((one) => one !== undefined));
