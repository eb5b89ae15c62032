import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, type RefObject } from 'react';
import { listFeatures, visibleAt, type ListColumn } from './list-columns.tsx';
import { useScrollAnchor } from './use-scroll-anchor.ts';

const ROW_PX = 28;
const CARD_PX = 54;
/** Below this width a row is a card of two lines. */
const CARDS_BELOW_PX = 560;
const OVERSCAN_ROWS = 12;
const LOAD_AHEAD_ROWS = 20;

export interface ListRowsOptions<Row extends object> {
  rows: Row[];
  columns: ListColumn<Row>[];
  rowId: (row: Row) => string;
  selectedId?: string;
  hidden?: readonly string[];
  /** Called when the end comes into view. */
  onEnd?: () => void;
}

export type ListRows<Row extends object> = ReturnType<typeof useListRows<Row>>;

/** The table of a list and its rows in view. */
export function useListRows<Row extends object>(
  { rows, columns, rowId, selectedId, hidden, onEnd }: ListRowsOptions<Row>,
  scroller: RefObject<HTMLElement | null>,
  widthPx: number,
) {
  const columnVisibility = useMemo(() => visibleAt(columns, widthPx, hidden), [columns, widthPx, hidden]);
  const table = useTable({
    features: listFeatures,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility },
  });
  const tableRows = table.getRowModel().rows;
  const measured = widthPx > 0;
  const cards = measured && widthPx < CARDS_BELOW_PX;
  const rowPx = cards ? CARD_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: tableRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => tableRows[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
  });
  // Before painting: otherwise rows would have positions of the previous height.
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowPx]);
  useScrollAnchor(scroller, rows, rowId, rowPx);

  const items = virtualizer.getVirtualItems();
  const nearEnd = (items.at(-1)?.index ?? 0) >= tableRows.length - LOAD_AHEAD_ROWS;
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd, tableRows.length]);

  const selectedIndex = selectedId ? tableRows.findIndex((row) => row.id === selectedId) : -1;
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex);
    // Only a new selection scrolls the list, not rows that arrive above it; initially as soon as there are
    // rows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId, measured]);

  const tracks = table
    .getVisibleLeafColumns()
    .map((column) => column.columnDef.meta?.track ?? '1fr')
    .join(' ');
  return { table, tableRows, items, heightPx: virtualizer.getTotalSize(), cards, rowPx, tracks };
}
