import type { ReactNode } from 'react';
import type { ListColumn } from './list-columns.ts';

interface ColumnOptions<Row> {
  id: string;
  /** Name of the column; the chooser shows the id if it is not text. */
  header: string | (() => ReactNode);
  /** CSS grid track: `92px`, `minmax(120px, 1fr)`. */
  track: string;
  of: (row: Row) => ReactNode;
  align?: 'end';
  hint?: string;
  /** Hidden in lists narrower than this. */
  minListPx?: number;
}

/** A column of a list. */
export function column<Row extends object>(options: ColumnOptions<Row>): ListColumn<Row> {
  const { id, header, of, ...meta } = options;
  return { id, header, meta, cell: ({ row }) => of(row.original) };
}
