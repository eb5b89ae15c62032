import type { AnalyticsAnswer } from '#contracts/console';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** Before a character that starts a formula; some spreadsheets split lines at `;` and tabs even inside quotes. */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/** An answer as CSV (RFC 4180, in UTF-8): dimensions, measures and, if present, the previous range. */
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

/** Prefixes an apostrophe to text that a spreadsheet would run. */
function textCell(text: string): string {
  const plain = text.replaceAll(BEFORE_FORMULA, "'");
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const numberCell = (value: number | null) => (value === null ? '' : String(value));
