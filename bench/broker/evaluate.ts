import { createHash } from 'node:crypto';
import { detectLanguage, searchWords } from '#text';
import type { Example } from '#broker';
import { meanShare, recallAt } from '../statistics.ts';
import type { Query } from './dataset.ts';

const RECALLS = [5, 8, 10, 12, 15];
const ALL_GOLD = [12, 15];
/** Jaccard overlap of the words above which a query is a copy of a past message. */
const COPY_OVERLAP = 0.5;

/** The ranking for one query, best first. */
export interface Answer {
  query: Query;
  ranked: readonly string[];
}

/** `recallAt5` … `allGoldAt15` over the answers, 0 to 1; null without answers. */
export function figuresOf(answers: readonly Answer[]): Record<string, number | null> {
  const mean = (measure: (answer: Answer) => number) => meanShare(answers.map(measure)) ?? null;
  return Object.fromEntries([
    ...RECALLS.map((most) => [`recallAt${most}`, mean((answer) => recall(answer, most))]),
    ...ALL_GOLD.map((most) => [`allGoldAt${most}`, mean((answer) => Number(recall(answer, most) === 1))]),
  ]) as Record<string, number | null>;
}

/** Figures per language: the language of the query, or else the one detected from its letters. */
export function figuresByLanguage(answers: readonly Answer[]): Record<string, object> {
  const languages = Map.groupBy(answers, ({ query }) => query.lang ?? detectLanguage(query.text));
  return Object.fromEntries(
    [...languages].map(([language, own]) => [language, { queries: own.length, ...figuresOf(own) }]),
  );
}

/** Figures per pack, and within each per language. Only for queries that name a pack. */
export function figuresByPack(answers: readonly Answer[]): Record<string, object> {
  const named = answers.filter(({ query }) => query.pack !== undefined);
  return Object.fromEntries(
    [...Map.groupBy(named, ({ query }) => query.pack)].map(([pack, own]) => [
      pack,
      { queries: own.length, ...figuresOf(own), byLanguage: figuresByLanguage(own) },
    ]),
  );
}

/** Queries without a correct tool among the first twelve, with the best ranked tools, for `--misses`. */
export function missesOf(answers: readonly Answer[]): object[] {
  return answers
    .filter((answer) => recall(answer, 12) < 1)
    .map(({ query, ranked }) => ({ text: query.text, gold: query.gold, first: ranked.slice(0, 5) }));
}

/** Mean recall@12 over the correct tools in the set, counted per tool; null if no query expects one. */
export function recallOf(answers: readonly Answer[], tools: ReadonlySet<string>): number | null {
  const found = answers.flatMap(({ query, ranked }) => {
    const top = ranked.slice(0, 12);
    return [...new Set(query.gold)]
      .filter((name) => tools.has(name))
      .map((name) => Number(top.includes(name)));
  });
  return meanShare(found) ?? null;
}

/** Queries that are not near copies of a past message for one of their tools. */
export function withoutCopies(queries: readonly Query[], history: readonly Example[]): Query[] {
  const pastWords = new Map<string, Set<string>[]>();
  for (const { text, tool } of history)
    pastWords.set(tool, [...(pastWords.get(tool) ?? []), new Set(searchWords(text))]);
  return queries.filter(({ text, gold }) => {
    const words = new Set(searchWords(text));
    return !gold.some((tool) => pastWords.get(tool)?.some((past) => overlap(words, past) > COPY_OVERLAP));
  });
}

/** Selects a share of the tools by the hash of their names, so that every run selects the same tools. */
export function withheldTools(names: readonly string[], share: number): Set<string> {
  const byHash = names
    .map((name) => ({ name, hash: createHash('sha256').update(name).digest('hex') }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return new Set(byHash.slice(0, Math.round(names.length * share)).map(({ name }) => name));
}

function recall({ query, ranked }: Answer, most: number): number {
  return recallAt(most, query.gold, ranked);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  const union = one.size + other.size - shared;
  return union === 0 ? 0 : shared / union;
}
