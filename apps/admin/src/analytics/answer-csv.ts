import { csvLine, type AnalyticsAnswer } from '#contracts/console';

/** An answer as CSV, in UTF-8: dimensions, measures and, if present, the previous range. */
export function answerCsv({ by, measures, rows, before }: AnalyticsAnswer): string {
  const names = measures.map(({ name }) => name);
  const header = [...by, ...names, ...(before ? names.map((name) => `${name}_before`) : [])];
  const lines = rows.map((row) => [
    ...row.keys,
    ...row.values,
    ...(before ? names.map((_, index) => row.before?.[index]) : []),
  ]);
  return [header, ...lines].map(csvLine).join('');
}
