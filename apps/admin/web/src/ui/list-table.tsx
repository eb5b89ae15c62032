import {
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import classes from './list-table.module.css';
import { useKeepPlace } from './use-keep-place.ts';

/** How a column is laid out. */
interface ListColumnMeta {
  /** A track of a CSS grid: `92px`, `minmax(120px, 1fr)`. */
  track: string;
  align?: 'end';
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

const ROW_PX = 28;
const CARD_PX = 54;
/** Narrower than this a row is a card of two lines. */
const CARDS_BELOW_PX = 560;
const OVERSCAN_ROWS = 12;
const LOAD_AHEAD_ROWS = 20;

interface ListTableProps<Row extends object> {
  /** What is listed, for screen readers: "Turns". */
  label: string;
  rows: Row[];
  columns: ListColumn<Row>[];
  rowId: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
  selectedId?: string;
  onOpen: (row: Row, event: MouseEvent) => void;
  /** Called when the end comes into view. */
  onEnd?: () => void;
  footer?: ReactNode;
}

/** A list of any length: only the rows in view are in the page. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { rows, columns, rowId, selectedId, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, sizeRef);
  const cards = width > 0 && width < CARDS_BELOW_PX;
  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column) => [column.id, width === 0 || width >= (column.meta?.minListPx ?? 0)]),
      ),
    [columns, width],
  );
  const table = useTable({
    features: listFeatures,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility },
  });
  const tableRows = table.getRowModel().rows;
  const rowPx = cards ? CARD_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: tableRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => tableRows[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowPx]);
  useKeepPlace(scroller, rows, rowId, rowPx);

  const items = virtualizer.getVirtualItems();
  const nearEnd = (items.at(-1)?.index ?? 0) >= tableRows.length - LOAD_AHEAD_ROWS;
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd, tableRows.length]);

  const selectedIndex = selectedId ? tableRows.findIndex((row) => row.id === selectedId) : -1;
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex);
    // Only a new selection moves the list, not rows that arrive above it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [selectedId]);

  const tracks = table
    .getVisibleLeafColumns()
    .map((column) => column.columnDef.meta?.track ?? '1fr')
    .join(' ');
  return (
    <div
      ref={scrollerRef}
      className={classes.scroller}
      tabIndex={0}
      role="group"
      aria-label={`${props.label}, list`}
    >
      <div role="table" aria-label={props.label} aria-rowcount={rows.length} className={classes.table}>
        {!cards && (
          <div role="rowgroup" className={classes.head}>
            {table.getHeaderGroups().map((group) => (
              <div key={group.id} role="row" className={classes.row} style={{ gridTemplateColumns: tracks }}>
                {group.headers.map((header) => (
                  <div
                    key={header.id}
                    role="columnheader"
                    className={classes.cell}
                    data-align={header.column.columnDef.meta?.align}
                  >
                    <table.FlexRender header={header} />
                  </div>
                ))}
              </div>
            ))}
          </div>
        )}
        <div role="rowgroup" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = tableRows[item.index];
            if (!row) return null;
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={item.index + 1}
                aria-selected={row.id === selectedId}
                className={cards ? classes.card : classes.row}
                data-row-id={row.id}
                style={{
                  transform: `translateY(${item.start}px)`,
                  height: rowPx,
                  gridTemplateColumns: cards ? undefined : tracks,
                }}
                onClick={(event) => props.onOpen(row.original, event)}
              >
                {cards ? (
                  <div role="cell" className={classes.cardCell}>
                    {props.renderCard(row.original)}
                  </div>
                ) : (
                  row.getVisibleCells().map((cell) => (
                    <div
                      key={cell.id}
                      role="cell"
                      className={classes.cell}
                      data-align={cell.column.columnDef.meta?.align}
                    >
                      <table.FlexRender cell={cell} />
                    </div>
                  ))
                )}
              </div>
            );
          })}
        </div>
      </div>
      {props.footer}
    </div>
  );
}
