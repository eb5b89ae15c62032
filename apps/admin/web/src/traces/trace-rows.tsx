import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { ROW_HEIGHT_PX } from './layout.ts';
import { TraceRow } from './trace-row.tsx';
import classes from './trace-tree.module.css';
import type { TraceView } from './use-trace-view.ts';

const OVERSCAN_ROWS = 6;

interface TraceRowsProps {
  view: TraceView;
  /** Place of the open span, -1 where none is open. */
  active: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Of the scroller. It has less when a span opens below it, which is to stay in sight. */
  heightPx: number;
  /** Of what stands above the rows and stays there while they are scrolled. */
  headPx: number;
  /** The arrow keys are another list's: the rows are read and clicked, and no tree that one walks in. */
  listed?: boolean;
  /** Those that hold what is looked for. */
  found?: ReadonlySet<string> | undefined;
  onSpan: (spanId: string) => void;
}

/**
 * Only the rows in view are in the page. A row that leaves it hands its elements to the one that comes in its place, which is
 * half the work of making them anew: a jump with the scroll bar exchanges all rows within one frame.
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
  // A power of two, which stays the same while the number of rows in view goes up and down by a few.
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
