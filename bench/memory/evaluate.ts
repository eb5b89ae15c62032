import type { DatasetQuery } from './dataset.ts';

const RECALLS = [5, 10, 20];

/** The result for one query: ids of the dataset, best first. */
export interface Answer {
  query: DatasetQuery;
  found: readonly string[];
}

/** `recallAt5`, `recallAt10` and `recallAt20`: mean share of the correct insights, over all queries and per category. */
export function recallFigures(answers: readonly Answer[]): Record<string, Record<string, number>> {
  const categories = Map.groupBy(
    answers.filter(({ query }) => query.category !== undefined),
    ({ query }) => query.category ?? '',
  );
  const groups: [string, readonly Answer[]][] = [['all', answers], ...categories];
  return Object.fromEntries(
    RECALLS.map((most) => [
      `recallAt${most}`,
      Object.fromEntries(
        groups.map(([name, own]) => [name, mean(own.map((answer) => recall(answer, most)))]),
      ),
    ]),
  );
}

function recall({ query, found }: Answer, most: number): number {
  const top = new Set(found.slice(0, most));
  const gold = new Set(query.gold);
  return [...gold].filter((id) => top.has(id)).length / gold.size;
}

export function mean(shares: readonly number[]): number {
  if (shares.length === 0) return 0;
  return Math.round((shares.reduce((sum, share) => sum + share, 0) / shares.length) * 10_000) / 10_000;
}
