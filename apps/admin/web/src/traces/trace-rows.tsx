import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { ROW_HEIGHT_PX } from './layout.ts';
import { TraceRow } from './trace-row.tsx';
import classes from './trace-tree.module.css';
import type { TraceView } from './use-trace-view.ts';

const OVERSCAN_ROWS = 6;

interface TraceRowsProps {
  view: TraceView;
  /** Index of the open span; -1 if none is open. */
  active: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the scroller. It shrinks when a span opens below, and that row stays in view. */
  heightPx: number;
  /** Height of the sticky header above the rows. */
  headPx: number;
  /** Arrow keys belong to another list; the rows are not a navigable tree. */
  listed?: boolean;
  found?: ReadonlySet<string> | undefined;
  onSpan: (spanId: string) => void;
}

/**
 * Renders only rows in view. A row that leaves the view passes its elements to the row that enters, which
 * takes half the time of creating them: a jump with the scroll bar replaces all rows within one frame.
 */
export function TraceRows(props: TraceRowsProps) {
  const { view, active, scroller, heightPx, headPx, listed = false, found, onSpan } = props;
  const { rows } = view.picture;
  const { stacked, namePx, lanePx } = view.columns;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.span.spanId ?? index,
    overscan: OVERSCAN_ROWS,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active);
  }, [active, heightPx, virtualizer]);
  const shown = virtualizer.getVirtualItems();
  // A power of two stays constant while the number of rows in view varies slightly.
  const slots = 2 ** Math.ceil(Math.log2(shown.length + 1));
  return (
    <div
      aria-label="Spans"
      {...(listed
        ? { role: 'list' }
        : {
            role: 'tree',
            tabIndex: 0,
            'aria-activedescendant': active >= 0 ? `span-${rows[active]?.span.spanId}` : undefined,
          })}
      className={classes.rows}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {shown.map(({ index }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <TraceRow
            key={index % slots}
            row={row}
            listed={listed}
            selected={index === active}
            found={found?.has(row.span.spanId) ?? false}
            stacked={stacked}
            namePx={namePx}
            lanePx={lanePx}
            onFold={view.fold}
            onSelect={onSpan}
            onFit={view.fitRow}
          />
        );
      })}
    </div>
  );
}
