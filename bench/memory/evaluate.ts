import { meanShare, recallAt } from '../statistics.ts';
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
        groups.map(([name, own]) => [
          name,
          meanShare(own.map(({ query, found }) => recallAt(most, query.gold, found))) ?? 0,
        ]),
      ),
    ]),
  );
}
