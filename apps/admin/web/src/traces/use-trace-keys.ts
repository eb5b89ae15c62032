import { useShortcuts } from '../shell/shortcuts.ts';
import type { TraceView } from './use-trace-view.ts';

/** Shortcuts of the span tree. `active` is the index of the open span; -1 if none is open. */
export function useTraceKeys(view: TraceView, active: number, onSpan: (spanId: string) => void): void {
  const { rows } = view.picture;
  const go = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row) onSpan(row.span.spanId);
  };
  const unfold = () => rows[active] && view.fold(rows[active].span.spanId, false);
  const foldOrLeave = () => {
    const row = rows[active];
    if (row?.fold === 'open') view.fold(row.span.spanId, true);
    else if (row?.span.parentSpanId && rows.some((other) => other.span.spanId === row.span.parentSpanId))
      onSpan(row.span.parentSpanId);
  };
  useShortcuts('Trace', [
    { keys: ['j', 'ArrowDown'], does: 'Next span', run: () => go(active + 1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous span', run: () => go(active < 0 ? 0 : active - 1) },
    { keys: ['ArrowRight'], does: 'Expand', run: unfold },
    { keys: ['ArrowLeft'], does: 'Collapse, or go to the parent', run: foldOrLeave },
    { keys: ['e'], does: 'Expand all', run: view.unfoldAll },
    { keys: ['w'], does: 'Collapse all', run: view.foldAll },
    { keys: ['0'], does: 'Fit the whole trace', run: view.fitAll },
  ]);
}
