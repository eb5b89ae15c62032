import { csvLine, type CsvCell } from '#contracts/console';

export interface CsvColumn<Row> {
  name: string;
  of: (row: Row) => CsvCell;
}

type Slugged = { slug: string } | null;
type CellName<Row> = {
  [Name in keyof Row]: Row[Name] extends CsvCell | Slugged ? Name : never;
}[keyof Row] &
  string;

/** Columns of fields as they are, or of an org by its slug, in snake case: `createdAt` becomes `created_at`. */
export function csvFields<Row>(...fields: CellName<Row>[]): CsvColumn<Row>[] {
  return fields.map((field) => ({
    name: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    of: (row) => {
      const value = row[field] as CsvCell | Slugged;
      return typeof value === 'object' ? value?.slug : value;
    },
  }));
}

export type CsvPages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

const TYPE = 'text/csv;charset=utf-8';
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * All rows of `pages` as CSV. Only one page of rows is held
 * at a time; earlier lines are handed to the browser, which keeps large blobs on disk.
 * @param onRead called after each page with the number of rows.
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

function part(lines: CsvCell[][], before = ''): Blob {
  return new Blob([before, ...lines.map(csvLine)]);
}

export function download(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
