import { isDenied, normalizeText } from '#tools/light';
import { findPlaces, type PlaceMention } from '../places/find-places.ts';
import { typeNamed } from './fills.ts';

/** What a message wants left out: "except Yas", "without land", "بدون الأراضي", and "not in Baniyas". */
export interface LeftOut {
  places: PlaceMention[];
  /** Of property. */
  types: string[];
  /** The message without those words. */
  kept: string;
}

/** Whatever is listed behind such a word is left out. */
const EXCEPT = list(
  `except for|except|excepting|excluding|excludes|exclude|excl|without|other than|apart from|aside from|leaving out|leave out|
   left out|but not|anything but|anywhere but|everywhere but|minus|ignoring|ignore|omitting|omit|skipping
   |بدون|من دون|دون|ما عدا|ماعدا|عدا|فيما عدا|الا|باستثناء|استثناء|استثن|استثني|من غير|بغير|غير|سوي|بلا|بلاش`,
);
/** Behind these it is one thing, and what is joined to it by "or": "not apartments, villas" wants villas. */
const NOT = list(
  `not|nor|never|don't want|dont want|not want|don't need|no need for|don't show|not show
   |مش|مو|مب|موب|مهب|مهوب|ليس|ليست|وليس|ومش|ومو|ومب|لا أريد|لا نريد|ما أريد|ما بدي|ما نبي|ما أبي|ما أبغى|مش عايز|لا أحتاج|لا تعرض`,
);
/** "No land", of kinds of property alone: "no, land" sets right what was asked for. */
const NO = list('no');
const ARTICLES = new Set(
  `in at on of for the any all from those these district area island of them en انا في من منطقه مناطق جزيره كل اي اللي مبيعات sales`
    .split(' ')
    .map(normalizeText),
);
const JOINS = new Set(['and', 'or', 'nor', '&', 'و', 'او', 'ولا'].map(normalizeText));
/** "Nothing but villas", "ما أريد إلا الفلل": those alone, and no others. */
const ONLY =
  /\b(?:nothing|none|nowhere|no one|not|don t|doesn t|never|no)(?: \w+){0,3} $|(?:^| )و?(?:ما|لا|لم|ليس|مش|مو|مب|لن)(?: \S+){1,3} $/;
const MEANS_ONLY = new Set(
  ['except', 'except for', 'other than', 'but', 'apart from', 'الا', 'سوي', 'غير'].map(normalizeText),
);
/** "Why not Yas?" proposes it. */
const PROPOSES = /(?:\b(?:why|whether or|or|if|is|are|was|were)|(?:^| )(?:ليش|ليه|لماذا|لم|لو)) $/;

/** "Is Baniyas not in Abu Dhabi City?" */
const ASKS_WHETHER = new Set(['is', 'are', 'was', 'were', 'isn t', 'aren t', 'هل', 'اليس', 'اليست']);

interface Token {
  word: string;
  start: number;
  end: number;
}

/** Undefined where nothing is to be left out. */
export function leftOutOf(text: string): LeftOut | undefined {
  const words = tokensOf(text);
  const mentions = findPlaces(text);
  const out: LeftOut = { places: [], types: [], kept: text };
  let kept = text;
  for (let at = 0; at < words.length; at += 1) {
    const cue = cueAt(words, at);
    if (!cue || isOtherwiseMeant(text, words, at, cue)) continue;
    const end = readListed({ text, words, mentions, out, ...cue }, at + cue.length);
    if (end === undefined) continue;
    const [from, to] = [words[at]!.start, words[end - 1]!.end];
    kept = kept.slice(0, from) + ' '.repeat(to - from) + kept.slice(to);
    at = end - 1;
  }
  return out.places.length + out.types.length > 0 ? { ...out, kept } : undefined;
}

/** As {@link leftOutOf}, the text that is left; the text itself where nothing is left out. */
export function keptOf(text: string): string {
  return leftOutOf(text)?.kept ?? text;
}

interface Cue {
  length: number;
  kind: 'except' | 'not' | 'no';
}

function cueAt(words: readonly Token[], at: number): Cue | undefined {
  const kinds = [
    ['except', EXCEPT],
    ['not', NOT],
    ['no', NO],
  ] as const;
  for (const length of [3, 2, 1])
    for (const [kind, phrases] of kinds)
      if (phrases.has(wordsAt(words, at, length)) && at + length <= words.length) return { length, kind };
  return undefined;
}

function isOtherwiseMeant(text: string, words: readonly Token[], at: number, { length, kind }: Cue): boolean {
  const before = `${wordsAt(words, Math.max(0, at - 4), Math.min(at, 4))} `;
  // "Don't exclude Yas", and not "I can't. Exclude Yas".
  if (kind === 'except' && /^\s*$/.test(between(text, words, at)) && isDenied(before.trim().split(' ')))
    return true;
  if (kind === 'except') return MEANS_ONLY.has(wordsAt(words, at, length)) && ONLY.test(before);
  return PROPOSES.test(before) || ASKS_WHETHER.has(words[0]!.word);
}

/** Takes what is listed from there on; where the list ends, or undefined where nothing is listed. */
function readListed(
  {
    text,
    words,
    mentions,
    out,
    kind,
  }: Cue & { text: string; words: readonly Token[]; mentions: readonly PlaceMention[]; out: LeftOut },
  from: number,
): number | undefined {
  let [at, end]: [number, number | undefined] = [from, undefined];
  while (at < words.length) {
    // A comma right behind "no" sets right what was said, and behind "not apartments" what is wanted follows.
    if (/[.;!?؟؛\n]/.test(between(text, words, at))) break;
    if (/[,،]/.test(between(text, words, at)) && (kind !== 'except' || end === undefined)) break;
    // "I want nothing but villas": those are wanted.
    if (end === undefined && cueAt(words, at)?.kind === 'except') break;
    const { word, start } = words[at]!;
    const joined = end !== undefined && JOINS.has(word);
    if ((joined && kind !== 'no') || (ARTICLES.has(word) && !startsPlace(mentions, start))) {
      at += 1;
      continue;
    }
    const place = kind === 'no' ? undefined : mentions.find((mention) => mention.start === start);
    const type = place ? undefined : typeAt(words, at);
    if (!place && !type) break;
    if (end !== undefined && kind === 'not' && !isJoinedByOr(words, at)) break;
    if (place) out.places.push(place);
    if (type && !out.types.includes(type.name)) out.types.push(type.name);
    at += place ? words.slice(at).filter((token) => token.start < place.end).length : (type?.length ?? 1);
    end = at;
  }
  return end;
}

function startsPlace(mentions: readonly PlaceMention[], start: number): boolean {
  return mentions.some((mention) => mention.start === start);
}

function isJoinedByOr(words: readonly Token[], at: number): boolean {
  return /^(?:or|nor|and|او|ولا|و)$/.test(words[at - 1]?.word ?? '') || words[at]!.word.startsWith('و');
}

function typeAt(words: readonly Token[], at: number): { name: string; length: number } | undefined {
  for (const length of [2, 1]) {
    if (length === 2 && typeNamed({ text: wordsAt(words, at, 1) }) !== undefined) continue;
    const name = typeNamed({ text: wordsAt(words, at, length) });
    if (name !== undefined) return { name, length };
  }
  return undefined;
}

const between = (text: string, words: readonly Token[], at: number) =>
  text.slice(words[at - 1]?.end ?? 0, words[at]?.start);

const wordsAt = (words: readonly Token[], at: number, length: number) =>
  words
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(' ');

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}'’&]+/gu)].map(({ 0: written, index }) => ({
    word: normalizeText(written),
    start: index,
    end: index + written.length,
  }));
}

function list(phrases: string): ReadonlySet<string> {
  return new Set(phrases.split('|').map((phrase) => normalizeText(phrase.trim())));
}
