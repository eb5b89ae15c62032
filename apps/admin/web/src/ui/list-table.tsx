import { useMergedRef } from '@mantine/hooks';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import { fits } from './list-columns.tsx';
import classes from './list-table.module.css';
import { useHiddenColumns } from './use-hidden-columns.ts';
import { useListRows, type ListRows, type ListRowsOptions } from './use-list-rows.ts';
import { useSize } from './use-size.ts';

interface ListTableProps<Row extends object> extends ListRowsOptions<Row> {
  label: string;
  renderCard: (row: Row) => ReactNode;
  onOpen: (row: Row, event: MouseEvent) => void;
  footer?: ReactNode;
}

/** A virtualised list: only the rows in view are rendered. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, sizeRef);
  const [hidden, setHidden] = useHiddenColumns(props.label);
  const list = useListRows({ ...props, hidden }, scroller, width);
  const measured = width > 0;
  const choices = props.columns.map((column) => ({
    id: String(column.id),
    name: typeof column.header === 'string' ? column.header : String(column.id),
    tooWide: !fits(column, width),
  }));
  return (
    <div
      ref={scrollerRef}
      className={classes.scroller}
      tabIndex={0}
      role="group"
      aria-label={`${props.label}, list`}
    >
      {measured && !list.cards && (
        <div className={classes.chooser}>
          <div className={classes.chooserPlace}>
            <ColumnChooser columns={choices} hidden={hidden} onChange={setHidden} />
          </div>
        </div>
      )}
      <div role="table" aria-label={props.label} aria-rowcount={props.rows.length} className={classes.table}>
        {measured && !list.cards && <Head list={list} />}
        <div role="rowgroup" className={classes.rows} style={{ height: list.heightPx }}>
          {measured &&
            list.items.map((item) => (
              <ListRow key={item.key} list={list} index={item.index} topPx={item.start} {...props} />
            ))}
        </div>
      </div>
      {props.footer}
    </div>
  );
}

function Head<Row extends object>({ list: { table, tracks } }: { list: ListRows<Row> }) {
  return (
    <div role="rowgroup" className={classes.head}>
      {table.getHeaderGroups().map((group) => (
        <div key={group.id} role="row" className={classes.row} style={{ gridTemplateColumns: tracks }}>
          {group.headers.map((header) => (
            <div
              key={header.id}
              role="columnheader"
              className={classes.cell}
              data-align={header.column.columnDef.meta?.align}
              title={header.column.columnDef.meta?.hint}
            >
              <table.FlexRender header={header} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

interface ListRowProps<Row extends object> extends Pick<
  ListTableProps<Row>,
  'selectedId' | 'renderCard' | 'onOpen'
> {
  list: ListRows<Row>;
  index: number;
  topPx: number;
}

function ListRow<Row extends object>({ list, index, topPx, ...props }: ListRowProps<Row>) {
  const row = list.tableRows[index];
  if (!row) return null;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={row.id === props.selectedId}
      className={list.cards ? classes.card : classes.row}
      data-row-id={row.id}
      style={{
        transform: `translateY(${topPx}px)`,
        height: list.rowPx,
        gridTemplateColumns: list.cards ? undefined : list.tracks,
      }}
      onClick={(event) => props.onOpen(row.original, event)}
    >
      {list.cards ? (
        <div role="cell" style={{ minWidth: 0 }}>
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
            <list.table.FlexRender cell={cell} />
          </div>
        ))
      )}
    </div>
  );
}
