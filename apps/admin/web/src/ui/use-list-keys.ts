import { useShortcuts } from '../shell/shortcuts.ts';

interface ListKeysOptions<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selectedId: string | undefined;
  onSelect: (id: string | undefined) => void;
  /** Called on Enter; absent if the selected row is already shown. */
  onOpen?: (row: Row) => void;
}

export function useListKeys<Row>({ rows, rowId, selectedId, onSelect, onOpen }: ListKeysOptions<Row>): void {
  const step = (by: number) => {
    const index = rows.findIndex((row) => rowId(row) === selectedId);
    const next = rows[Math.min(Math.max(index + by, 0), rows.length - 1)];
    if (next) onSelect(rowId(next));
  };
  useShortcuts('List', [
    { keys: ['j', 'ArrowDown'], does: 'Next row', run: () => step(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous row', run: () => step(-1) },
    ...(onOpen
      ? [
          {
            keys: ['Enter'],
            does: 'Open the selected row',
            run: () => {
              const selected = rows.find((row) => rowId(row) === selectedId);
              if (selected) onOpen(selected);
            },
          },
        ]
      : []),
    { keys: ['Escape'], does: 'Clear the selection', run: () => onSelect(undefined) },
  ]);
}
