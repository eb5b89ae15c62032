import { columnVisibilityFeature, metaHelper, tableFeatures, type ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { RelativeTime } from './relative-time.tsx';

export interface ListColumnLayout {
  /** CSS grid track: `92px`, `minmax(120px, 1fr)`. */
  track: string;
  align?: 'end';
  /** Explanation on hover, if the name could be misunderstood. */
  hint?: string;
  /** Hidden in lists narrower than this. */
  minListPx?: number;
  /** Omitted while a single org is in view. */
  acrossOrgs?: boolean;
}

export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  columnMeta: metaHelper<ListColumnLayout>(),
});
// Columns have different value types, which only `any` can express here.
// oxlint-disable-next-line typescript/no-explicit-any
export type ListColumn<Row extends object> = ColumnDef<typeof listFeatures, Row, any>;

/** Columns of a list; those that are false are left out. */
export type ListColumns<Row extends object> = readonly (ListColumn<Row> | false)[];

/** Fits the longest relative time: `59 min ago`, `26 Sept 2025`. */
export const MOMENT_TRACK = '104px';

/** Visible columns at a list width; before it is measured, all except hidden ones. */
export function visibleAt<Row extends object>(
  columns: readonly ListColumn<Row>[],
  widthPx: number,
  hidden: readonly string[] = [],
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map((column) => [column.id, fits(column, widthPx) && !hidden.includes(String(column.id))]),
  );
}

/** Whether the column fits a list of that width; undefined before it is measured. */
export function fits<Row extends object>(column: ListColumn<Row>, widthPx: number): boolean {
  return widthPx === 0 || widthPx >= (column.meta?.minListPx ?? 0);
}

/** @param header the chooser shows the id if it is not text. @param layout the CSS grid track, or further properties. */
export function column<Row extends object>(
  id: string,
  header: string | (() => ReactNode),
  layout: string | ListColumnLayout,
  of: (row: Row) => ReactNode,
): ListColumn<Row> {
  const meta = typeof layout === 'string' ? { track: layout } : layout;
  return { id, header, meta, cell: ({ row }) => of(row.original) };
}

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
