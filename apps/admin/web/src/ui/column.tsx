import type { ReactNode } from 'react';
import { MOMENT_TRACK, type ListColumn, type ListColumnLayout } from './list-columns.ts';
import { RelativeTime } from './relative-time.tsx';

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

/** A relative time at the end of the row. */
export function momentColumn<Row extends object>(
  id: string,
  header: string,
  at: (row: Row) => string,
): ListColumn<Row> {
  return column(id, header, { track: MOMENT_TRACK, align: 'end' }, (row) => <RelativeTime at={at(row)} />);
}

/** The org of each row; omitted while a single org is in view. */
export function orgColumn<Row extends { org: { slug: string; name: string } | null }>(
  track: string,
  minListPx: number,
): ListColumn<Row> {
  return column('org', 'Org', { track, minListPx, acrossOrgs: true }, ({ org }) => (
    <span title={org?.name}>{org?.slug ?? 'platform'}</span>
  ));
}

/** The columns of a list, without those that are left out. */
export function columnList<Row extends object>(
  columns: readonly (ListColumn<Row> | false | undefined)[],
): ListColumn<Row>[] {
  return columns.filter((one) => one !== false && one !== undefined);
}
