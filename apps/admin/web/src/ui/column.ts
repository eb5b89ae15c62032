import type { ReactNode } from 'react';
import type { ListColumn, ListColumnLayout } from './list-columns.ts';

/**
 * A column of a list.
 * @param header name of the column; the chooser shows the id if it is not text.
 * @param layout the CSS grid track alone, or with further properties.
 */
export function column<Row extends object>(
  id: string,
  header: string | (() => ReactNode),
  layout: string | ListColumnLayout,
  of: (row: Row) => ReactNode,
): ListColumn<Row> {
  const meta = typeof layout === 'string' ? { track: layout } : layout;
  return { id, header, meta, cell: ({ row }) => of(row.original) };
}
