import type { AnalyticsAnswer } from '#contracts/console';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;
/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** An answer as CSV (RFC 4180, in UTF-8): dimensions, measures, and where there is one the range before. */
export function answerCsv({ by, measures, rows, before }: AnalyticsAnswer): string {
  const names = measures.map(({ name }) => name);
  const header = [...by, ...names, ...(before ? names.map((name) => `${name}_before`) : [])];
  const lines = rows.map((row) => [
    ...row.keys.map(textCell),
    ...row.values.map(numberCell),
    ...(before ? names.map((_, index) => numberCell(row.before?.[index] ?? null)) : []),
  ]);
  return [header.map(textCell), ...lines].map((cells) => `${cells.join(',')}${LINE_END}`).join('');
}

/** Text that a spreadsheet would run is made plain by an apostrophe. */
function textCell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const numberCell = (value: number | null) => (value === null ? '' : String(value));
