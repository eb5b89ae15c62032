import type { Dataset } from '#pack-kit';

/** All words that a statement over the dataset may contain. */
export function vocabularyOf(dataset: Dataset): Set<string> {
  const fixed = `SELECT FROM WHERE AND AS d d.org_id = $1 count integer coalesce bool_or false c0 c1 c2 c3 c4 ORDER BY ASC DESC
    NULLS LAST LIMIT OFFSET GROUP 201 1 2 3 4 lower text ANY v unnest ILIKE IS DISTINCT NOT TRUE float8 BETWEEN >= <= < >
    timestamptz boolean to_char date_trunc 'day' 'week' 'month' 'year' AT TIME ZONE timestamp 'YYYY-MM-DD' max date NULL`;
  const own = [
    dataset.source,
    dataset.where,
    dataset.sample,
    ...Object.values(dataset.fields).map(({ column }) => column),
  ];
  const words = [fixed, ...own].join(' ').split(/[^A-Za-z0-9_$'%•<>=.-]+/);
  return new Set([...words, ...Array.from({ length: 20 }, (_, at) => `$${at + 1}`)]);
}
