import type { ReactNode } from 'react';
import type { KeysetList } from '../api/keyset-list.ts';
import type { ListColumn } from './list-columns.ts';
import { ListEnd } from './list-end.tsx';
import { ListTable } from './list-table.tsx';
import { Loading } from './loading.tsx';
import { ErrorState, FilteredOut } from './notice.tsx';
import { usePageSearch } from './page-search.ts';
import { SplitView } from './split-view.tsx';
import { useListKeys } from './use-list-keys.ts';

interface ListViewProps<Row extends object> {
  /** What is listed, in the plural: "Tools". */
  label: string;
  list: KeysetList<Row>;
  columns: ListColumn<Row>[];
  rowId: (row: Row) => string;
  /** A row where the list is narrow: two lines. */
  renderCard: (row: Row) => ReactNode;
  /** What is said when there is nothing at all. */
  empty: ReactNode;
  /** True when filters narrow the list: then its emptiness is theirs. */
  narrowed?: boolean;
  /** What is shown beside the list of the row that is selected. */
  renderPeek?: (row: Row) => ReactNode;
  /** Goes to the page of a row: by `Enter`, and by a click where there is no peek. */
  onOpen?: (row: Row) => void;
}

/**
 * A list of any length with its states: loading, failed, empty, narrowed to nothing. A click, `j` and `k` select a row,
 * which stands in the address; `Escape` lets go of it.
 */
export function ListView<Row extends object>(props: ListViewProps<Row>) {
  const { list, rowId, renderPeek, onOpen } = props;
  const { search, change, clear } = usePageSearch();
  const select = (selected: string | undefined) => change({ selected });
  useListKeys({ rows: list.items, rowId, selectedId: search.selected, onSelect: select, onOpen });
  if (list.isPending) return <Loading what={`Loading: ${props.label}`} />;
  if (list.error && list.items.length === 0)
    return <ErrorState error={list.error} what={props.label} onRetry={list.retry} />;
  if (list.items.length === 0)
    return props.narrowed ? (
      <FilteredOut title={`${props.label}: no match for these filters`} onClear={clear} />
    ) : (
      props.empty
    );
  const selected = renderPeek && list.items.find((row) => rowId(row) === search.selected);
  return (
    <SplitView beside={selected && renderPeek(selected)}>
      <ListTable
        label={props.label}
        rows={list.items}
        columns={props.columns}
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
