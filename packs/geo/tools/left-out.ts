import { isDenied, normalizeText } from '#text';
import { findPlaces, type PlaceMention } from '../schema/places/find-places.ts';
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
  `in at on of for the any all from those these district area island of them en انا في من منطقه مناطق جزيره كل اي اللي`
    .split(' ')
    .map(normalizeText),
);
/** Before what is listed first alone: behind "excluding land," what is wanted follows. */
const SALES = new Set(['sales', 'sale', 'مبيعات', 'بيع'].map(normalizeText));
/** "Not just villas", "not villas only", "ليس فقط الفلل": those as well. */
const ALONE = new Set(
  'just only merely simply solely necessarily alone فقط بس مجرد وحدها وحده'.split(' ').map(normalizeText),
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

/** A message that is read. */
interface Read {
  text: string;
  words: readonly Token[];
  mentions: readonly PlaceMention[];
}

/** Undefined where nothing is to be left out. */
export function leftOutOf(text: string): LeftOut | undefined {
  const read: Read = { text, words: tokensOf(text), mentions: findPlaces(text) };
  const { words } = read;
  const places: PlaceMention[] = [];
  const types = new Set<string>();
  let kept = text;
  for (let at = 0; at < words.length; at += 1) {
    const cue = cueAt(words, at);
    if (!cue || isOtherwiseMeant(text, words, at, cue)) continue;
    const listed = readListed(read, cue.kind, at + cue.length);
    if (!listed) continue;
    places.push(...listed.places);
    for (const type of listed.types) types.add(type);
    const [from, to] = [words[at]!.start, words[listed.end - 1]!.end];
    kept = kept.slice(0, from) + ' '.repeat(to - from) + kept.slice(to);
    at = listed.end - 1;
  }
  return places.length + types.size > 0 ? { places, types: [...types], kept } : undefined;
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
  if (kind === 'not' && ALONE.has(wordsAt(words, at + length, 1))) return true;
  return PROPOSES.test(before) || ASKS_WHETHER.has(words[0]!.word);
}

interface Listed {
  places: PlaceMention[];
  types: string[];
  /** The word behind the list. */
  end: number;
}

/** What is listed from there on; undefined where nothing is. */
function readListed(read: Read, kind: Cue['kind'], from: number): Listed | undefined {
  const { text, words, mentions } = read;
  const places: PlaceMention[] = [];
  const types: string[] = [];
  let [at, end]: [number, number | undefined] = [from, undefined];
  /** A comma stands before what is read. */
  let isApart = false;
  let last: 'place' | 'type' | undefined;
  while (at < words.length) {
    // A comma right behind "no" sets right what was said, and behind "not apartments" what is wanted follows.
    const mark = between(text, words, at);
    if (/[.;!?؟؛\n]/.test(mark) || (end !== undefined && mark.includes(':'))) break;
    if (/[,،]/.test(mark) && (kind !== 'except' || end === undefined)) break;
    isApart ||= /[,،]/.test(mark);
    // "I want nothing but villas": those are wanted.
    if (end === undefined && cueAt(words, at)?.kind === 'except') break;
    const { word, start } = words[at]!;
    const joined = end !== undefined && JOINS.has(word);
    const isArticle = ARTICLES.has(word) || (end === undefined && SALES.has(word));
    if ((joined && kind !== 'no') || (isArticle && !startsPlace(mentions, start))) {
      at += 1;
      continue;
    }
    const place = kind === 'no' ? undefined : mentions.find((mention) => mention.start === start);
    const type = place ? undefined : typeAt(words, at);
    if (!place && !type) break;
    if (end !== undefined && kind === 'not' && !isJoinedByOr(words, at)) break;
    // "Without land, Yas Island, 2023" and "without land in Yas" say where.
    if (isApart && last !== (place ? 'place' : 'type')) break;
    if (place && last === 'type' && !isJoined(words, end ?? at, at)) break;
    if (place) places.push(place);
    if (type) types.push(type.name);
    at += place ? words.slice(at).filter((token) => token.start < place.end).length : (type?.length ?? 1);
    [end, last, isApart] = [at, place ? 'place' : 'type', false];
  }
  if (end === undefined || (kind === 'not' && isAlone(read, end))) return undefined;
  return { places, types, end };
}

/** "Not villas only", "ليس الفلل فقط بل الكل", and not "not villas, only flats", "مب فلل بس شقق". */
function isAlone({ text, words, mentions }: Read, at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (!word || !ALONE.has(word.word) || /\S/.test(between(text, words, at))) return false;
  if (!next || /\S/.test(between(text, words, at + 1))) return true;
  return !startsPlace(mentions, next.start) && typeAt(words, at + 1) === undefined;
}

function startsPlace(mentions: readonly PlaceMention[], start: number): boolean {
  return mentions.some((mention) => mention.start === start);
}

/** Somewhere from the one to the other. */
function isJoined(words: readonly Token[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ word }) => JOINS.has(word)) || words[to]!.word.startsWith('و');
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
