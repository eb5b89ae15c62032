import type { InsightSurroundings } from '#pack-kit';
import { searchWordsOf } from './search-words.ts';

/** Raise it when the terms of a text change. The `re-embed` job then renews rows of other versions. */
export const SEARCH_TERMS_VERSION = 2;

/** Field of a term. The numbers are part of the stored form. */
export const FIELDS = { own: 0, gram: 1, answered: 2, near: 3, far: 4, saidAt: 5, speaker: 6 } as const;
export type Field = (typeof FIELDS)[keyof typeof FIELDS];
const FIELD_BITS = 3;
const FIELD_MASK = (1 << FIELD_BITS) - 1;

const COUNT_MASK = 0xffff;
const IS_QUESTION = 1 << 16;
const HAS_TIME = 1 << 17;
const WORD_BYTES = 4;
/** Maximum number of terms. A text of 1,000 characters with its surroundings has far fewer. */
const MAX_TERMS = COUNT_MASK;

const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week|weekend|month|year|since|recently|soon|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may \d|june|july|august|september|october|november|december|\d{4})s?\b|(?:أمس|امس|اليوم|غدا|الماضي|الماضية|القادم|القادمة|أسبوع|شهر|سنة|منذ|قبل|يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر)/iu;

/** Search terms of an insight: hashed terms with their fields. The hashes cannot be reversed. */
export interface SearchTerms {
  isQuestion: boolean;
  hasTime: boolean;
  /** Values of {@link termEntry}. */
  entries: Uint32Array;
}

/** Returns the stored form: a header of 4 bytes and 4 bytes per term, little-endian like all supported machines. */
export function searchTermsOf(text: string, surroundings: InsightSurroundings = {}): Buffer {
  const { speaker = '', saidAt = '', before = [], after = '' } = surroundings;
  const previous = before.at(-1) ?? '';
  const own = searchWordsOf(text);
  const entries = [
    ...own.map(({ term }) => termEntry(term, FIELDS.own)),
    ...own.flatMap(({ grams }) => grams.map((gram) => termEntry(`gram ${gram}`, FIELDS.gram))),
    // An answer often omits the subject that the preceding question names.
    ...entriesOf(previous, isQuestion(previous) ? FIELDS.answered : FIELDS.near),
    ...entriesOf(before.at(-2) ?? '', FIELDS.far),
    ...entriesOf(after, FIELDS.near),
    ...entriesOf(saidAt, FIELDS.saidAt),
    ...entriesOf(speaker, FIELDS.speaker),
  ].slice(0, MAX_TERMS);
  const stored = Buffer.alloc((entries.length + 1) * WORD_BYTES);
  const flags = (isQuestion(text) ? IS_QUESTION : 0) | (TIME.test(text) ? HAS_TIME : 0);
  stored.writeUInt32LE(entries.length | flags, 0);
  for (const [at, entry] of entries.entries()) stored.writeUInt32LE(entry, (at + 1) * WORD_BYTES);
  return stored;
}

/**
 * Reads the stored form from `bytes`. An empty value, of a row that was never indexed, has no terms. The entries are a view
 * if they are aligned, otherwise a copy.
 */
export function readSearchTerms(bytes: Buffer, start = 0, length = bytes.length): SearchTerms {
  if (length < WORD_BYTES) return { isQuestion: false, hasTime: false, entries: new Uint32Array() };
  const header = bytes.readUInt32LE(start);
  const from = start + WORD_BYTES;
  const count = Math.min(header & COUNT_MASK, length / WORD_BYTES - 1);
  const aligned = (bytes.byteOffset + from) % WORD_BYTES === 0;
  const entries = aligned
    ? new Uint32Array(bytes.buffer, bytes.byteOffset + from, count)
    : new Uint32Array(new Uint8Array(bytes.subarray(from, from + count * WORD_BYTES)).buffer);
  return { isQuestion: (header & IS_QUESTION) !== 0, hasTime: (header & HAS_TIME) !== 0, entries };
}

/** Packs 29 bits of the term's hash and 3 bits of the field. */
export function termEntry(term: string, field: Field): number {
  return ((hashOf(term) << FIELD_BITS) | field) >>> 0;
}

export const fieldOf = (entry: number) => (entry & FIELD_MASK) as Field;
/** The hash of an entry, independent of its field. */
export const termOf = (entry: number) => entry >>> FIELD_BITS;

/** True if the last sentence of the text is a question. */
export function isQuestion(text: string): boolean {
  return /[?？؟]\s*["')\]»”]*\s*(?:\[[^\]]*\])?\s*$/.test(text);
}

function entriesOf(text: string, field: Field): number[] {
  return searchWordsOf(text).map(({ term }) => termEntry(term, field));
}

/** 32-bit FNV-1a with the finalizer of MurmurHash3, which distributes all bits equally well. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
