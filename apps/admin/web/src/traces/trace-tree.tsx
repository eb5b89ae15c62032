import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import type { ConsoleTrace } from '#contracts/console';
import { ROW_HEIGHT_PX } from './layout.ts';
import { TimeAxis } from './time-axis.tsx';
import { TraceRow } from './trace-row.tsx';
import { TraceToolbar } from './trace-toolbar.tsx';
import classes from './trace-tree.module.css';
import { useTraceKeys } from './use-trace-keys.ts';
import { useTraceView, type TraceView } from './use-trace-view.ts';
import { useWheelZoom } from './use-wheel-zoom.ts';

const OVERSCAN_ROWS = 6;

interface TraceTreeProps {
  trace: ConsoleTrace;
  /** Spans without an end are still running. */
  live: boolean;
  spanId: string | undefined;
  onSpan: (spanId: string | undefined) => void;
}

/** The spans of a trace as a tree, each with its bar on a common time axis. */
export function TraceTree({ trace, live, spanId, onSpan }: TraceTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, sizeRef);
  const view = useTraceView(trace, live, width);
  const { picture, columns } = view;
  const active = picture.rows.findIndex((row) => row.span.spanId === spanId);
  useTraceKeys(view, active, onSpan);
  useWheelZoom(scroller, {
    window: picture.window,
    extent: picture.extent,
    lanePx: columns.lanePx,
    laneLeftPx: columns.laneLeftPx,
    onZoom: view.zoom,
  });
  return (
    <div className={classes.tree}>
      <TraceToolbar
        trace={trace}
        zoomed={view.zoomed}
        folded={view.folded}
        onFit={view.fitAll}
        onFold={view.folded ? view.unfoldAll : view.foldAll}
      />
      <div ref={scrollerRef} className={classes.scroller}>
        <TimeAxis
          ticks={picture.ticks}
          window={picture.window}
          leftPx={columns.laneLeftPx}
          lanePx={columns.lanePx}
          onFit={view.fitAll}
        />
        <Rows view={view} active={active} scroller={scroller} onSpan={onSpan} />
        {trace.truncated && (
          <p className={classes.truncated}>The trace has more spans than are shown here.</p>
        )}
      </div>
    </div>
  );
}

interface RowsProps {
  view: TraceView;
  /** Place of the open span, -1 where none is open. */
  active: number;
  scroller: RefObject<HTMLDivElement | null>;
  onSpan: (spanId: string) => void;
}

/**
 * Only the rows in view are in the page. A row that leaves it hands its elements to the one that comes in its place, which is
 * half the work of making them anew: a jump with the scroll bar exchanges all rows within one frame.
 */
function Rows({ view, active, scroller, onSpan }: RowsProps) {
  const { rows } = view.picture;
  const { stacked, namePx, lanePx } = view.columns;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.span.spanId ?? index,
    overscan: OVERSCAN_ROWS,
  });
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active);
  }, [active, virtualizer]);
  const shown = virtualizer.getVirtualItems();
  // A power of two, which stays the same while the number of rows in view goes up and down by a few.
  const slots = 2 ** Math.ceil(Math.log2(shown.length + 1));
  return (
    <div
      role="tree"
      aria-label="Spans"
      tabIndex={0}
      aria-activedescendant={active >= 0 ? `span-${rows[active]?.span.spanId}` : undefined}
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
            selected={index === active}
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
