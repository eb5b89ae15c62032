import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ConsoleTurn, ConsoleTurnFilter } from '#contracts/console';
import { useShortcuts } from '../shell/shortcuts.ts';
import { filtersOf } from './turn-search.ts';

interface ListPlace {
  filters: ConsoleTurnFilter;
  turns: readonly ConsoleTurn[];
  selectedId: string | undefined;
}

/** Keeps the list's state in the address; mouse and keyboard change it by navigation. */
export function useListNavigation({ filters, turns, selectedId }: ListPlace) {
  const navigate = useNavigate();
  const change = useCallback(
    (part: Partial<ConsoleTurnFilter>) =>
      void navigate({
        to: '/turns',
        search: (current) => ({ ...filtersOf(current), ...part }),
        replace: true,
      }),
    [navigate],
  );
  const clear = () => void navigate({ to: '/turns', search: { org: filters.org } });
  const open = (turn: ConsoleTurn) =>
    void navigate({ to: '/turns/$turnId', params: { turnId: turn.id }, search: filters });
  const openSelected = () => {
    const selected = turns.find((turn) => turn.id === selectedId);
    if (selected) open(selected);
  };
  const select = (selected: string | undefined) =>
    void navigate({ to: '/turns', search: { ...filters, selected }, replace: true });
  const step = (by: number) => {
    const index = turns.findIndex((turn) => turn.id === selectedId);
    const next = turns[Math.min(Math.max(index + by, 0), turns.length - 1)];
    if (next) select(next.id);
  };
  useShortcuts('List', [
    { keys: ['j', 'ArrowDown'], does: 'Next row', run: () => step(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous row', run: () => step(-1) },
    { keys: ['Enter'], does: 'Open the selected row', run: openSelected },
    { keys: ['Escape'], does: 'Clear the selection', run: () => select(undefined) },
  ]);
  return { change, clear, open };
}
