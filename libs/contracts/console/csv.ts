export type CsvCell = string | number | boolean | null | undefined;

/** Before a character that starts a formula; some spreadsheets split lines at `;` and tabs even inside quotes. */
const BEFORE_FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g;

/** A line of CSV (RFC 4180). Texts that a spreadsheet would run get an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll(BEFORE_FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
