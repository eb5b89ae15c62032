import type { ReactNode } from 'react';
import type { ListColumn } from './list-columns.ts';

interface ColumnOptions<Row> {
  id: string;
  /** Its name; in the chooser of columns its id stands for what is no text. */
  header: string | (() => ReactNode);
  /** A track of a CSS grid: `92px`, `minmax(120px, 1fr)`. */
  track: string;
  of: (row: Row) => ReactNode;
  align?: 'end';
  hint?: string;
  /** Left out where the list is narrower than this. */
  minListPx?: number;
}

/** A column of a list that shows something of each row. */
export function column<Row extends object>(options: ColumnOptions<Row>): ListColumn<Row> {
  const { id, header, of, ...meta } = options;
  return { id, header, meta, cell: ({ row }) => of(row.original) };
}
