/** One column of an export. */
export interface CsvColumn<Row> {
  name: string;
  of: (row: Row) => string | number | boolean | null | undefined;
}

/** Rows of an export, a page at a time. */
export type CsvPages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

const TYPE = 'text/csv;charset=utf-8';
/** Spreadsheets read what begins with it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Before the signs by which a spreadsheet takes a cell for a formula; some split a line at semicolons and tabs, quotes or not. */
const BEFORE_FORMULA = /(?<=^|[;\t])(?=[=+\-@\t\r])/g;

/**
 * All rows of `pages`, in RFC 4180; texts that look like formulas are quoted. Of a long list only one page is held as rows:
 * the lines before it are handed to the browser, which keeps what is large on disk.
 *
 * @param onRead told after each page how many rows are in the file.
 */
export async function csvFile<Row>(
  pages: CsvPages<Row>,
  columns: readonly CsvColumn<Row>[],
  onRead?: (rows: number) => void,
): Promise<Blob> {
  const parts = [part([columns.map(({ name }) => name)], BYTE_ORDER_MARK)];
  let count = 0;
  for await (const rows of pages) {
    parts.push(part(rows.map((row) => columns.map(({ of }) => of(row)))));
    count += rows.length;
    onRead?.(count);
  }
  return new Blob(parts, { type: TYPE });
}

type Cell = ReturnType<CsvColumn<unknown>['of']>;

function part(lines: Cell[][], before = ''): Blob {
  return new Blob([before, ...lines.map((line) => `${line.map(written).join(',')}\r\n`)]);
}

function written(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll(BEFORE_FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands `file` to the browser, to be saved. */
export function download(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
