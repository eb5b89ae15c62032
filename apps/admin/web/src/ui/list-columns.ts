import { columnVisibilityFeature, metaHelper, tableFeatures, type ColumnDef } from '@tanstack/react-table';

/** Layout of a column. */
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
