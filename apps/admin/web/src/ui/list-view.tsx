import { Box, Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { KeysetList } from '../api/keyset-list.ts';
import { useAcrossOrgs } from '../session/use-one-org.ts';
import type { ListColumns } from './list-columns.tsx';
import { ListTable } from './list-table.tsx';
import { Loading } from './loading.tsx';
import { useHeldRow } from './held-row.tsx';
import { ErrorState, FilteredOut } from './notice.tsx';
import { usePageSearch } from './page-search.ts';
import { SplitView } from './split-view.tsx';
import { useListKeys } from './use-list-keys.ts';

interface ListViewProps<Row extends object> {
  /** Name of the list, in the plural: "Tools". */
  label: string;
  list: KeysetList<Row>;
  /** Columns of the orgs are omitted while a single one is in view. */
  columns: ListColumns<Row>;
  /** Identifies a row; its field `id` if absent. */
  rowId?: (row: Row) => string;
  /** A row as a card of two lines, for narrow lists. */
  renderCard: (row: Row) => ReactNode;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
  /** Filters are set, so an empty list means no match. */
  narrowed?: boolean;
  /** Shown beside the list for the selected row. */
  renderPeek?: (row: Row) => ReactNode;
  /** Opens the page of a row: on `Enter`, and on click if there is no peek. */
  onOpen?: (row: Row) => void;
}

/** Rows without a field `id` need their own. */
type RowId<Row> = Row extends { id: string } ? unknown : { rowId: (row: Row) => string };
const idOf = (row: object): string => (row as { id: string }).id;

/** `j`, `k` or a click selects a row, which becomes part of the address; `Escape` clears the selection. */
export function ListView<Row extends object>(props: ListViewProps<Row> & RowId<Row>) {
  const { list, rowId = idOf, renderPeek, onOpen }: ListViewProps<Row> = props;
  const { search, change, clear } = usePageSearch();
  const acrossOrgs = useAcrossOrgs();
  const columns = useMemo(
    () => props.columns.filter((one) => one !== false).filter(({ meta }) => acrossOrgs || !meta?.acrossOrgs),
    [props.columns, acrossOrgs],
  );
  const select = (selected: string | undefined) => change({ selected });
  useListKeys({ rows: list.items, rowId, selectedId: search.selected, onSelect: select, onOpen });
  const selected = useHeldRow(list.items.find((row) => rowId(row) === search.selected));
  if (list.isPending) return <Loading what={`Loading: ${props.label}`} />;
  if (list.items.length === 0 && !selected.row) {
    if (list.error) return <ErrorState error={list.error} what={props.label} onRetry={list.retry} />;
    return props.narrowed ? (
      <FilteredOut title={`${props.label}: no match for these filters`} onClear={clear}>
        {list.end}
      </FilteredOut>
    ) : (
      props.empty
    );
  }
  return (
    <SplitView beside={selected.row && renderPeek && selected.provide(renderPeek(selected.row))}>
      <ListTable
        label={props.label}
        rows={list.items}
        columns={columns}
        rowId={rowId}
        renderCard={props.renderCard}
        selectedId={search.selected}
        onOpen={(row) => (onOpen && !renderPeek ? onOpen(row) : select(rowId(row)))}
        onEnd={list.onEnd}
        footer={<ListEnd list={list} label={props.label} />}
      />
    </SplitView>
  );
}

/** Last line of a list: loading, failed, or the number of rows. */
function ListEnd({ list, label }: { list: KeysetList<unknown>; label: string }) {
  const all = `${label}: ${list.items.length.toLocaleString('en-US')} in total`;
  const text = list.loadingMore || list.hasMore ? 'Loading more' : (list.end ?? all);
  if (list.moreFailed && !list.loadingMore)
    return (
      <Box p="10px 16px" fz={12} className="muted" role="alert">
        Loading more rows of {label} failed.{' '}
        <Button variant="subtle" size="compact-xs" onClick={list.loadMore}>
          Try again
        </Button>
      </Box>
    );
  return (
    <Box p="10px 16px" fz={12} className="muted">
      {text}
    </Box>
  );
}
