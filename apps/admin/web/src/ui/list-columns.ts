import { columnVisibilityFeature, metaHelper, tableFeatures, type ColumnDef } from '@tanstack/react-table';

/** How a column is laid out. */
interface ListColumnMeta {
  /** A track of a CSS grid: `92px`, `minmax(120px, 1fr)`. */
  track: string;
  align?: 'end';
  /** What its values are, on hover, where the name alone may be taken for something else. */
  hint?: string;
  /** Left out where the list is narrower than this. */
  minListPx?: number;
}

export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  columnMeta: metaHelper<ListColumnMeta>(),
});
// The value of a column differs from column to column, which only `any` can say here.
// oxlint-disable-next-line typescript/no-explicit-any
export type ListColumn<Row extends object> = ColumnDef<typeof listFeatures, Row, any>;

/** Room for the longest that a moment is written as: `59 min ago`, `26 Sept 2025`. */
export const MOMENT_TRACK = '104px';

/** Which columns a list of that width shows; all but the hidden ones before it is measured. */
export function visibleAt<Row extends object>(
  columns: readonly ListColumn<Row>[],
  widthPx: number,
  hidden: readonly string[] = [],
): Record<string, boolean> {
  return Object.fromEntries(
    columns.map((column) => [column.id, fits(column, widthPx) && !hidden.includes(String(column.id))]),
  );
}

/** Whether a list of that width has room for the column; unknown before it is measured. */
export function fits<Row extends object>(column: ListColumn<Row>, widthPx: number): boolean {
  return widthPx === 0 || widthPx >= (column.meta?.minListPx ?? 0);
}
