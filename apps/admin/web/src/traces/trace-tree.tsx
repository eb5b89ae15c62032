import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ConsoleTrace } from '#contracts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { useNow } from '../ui/use-now.ts';
import {
  layout,
  ROW_HEIGHT_PX,
  STACKED_BELOW_PX,
  windowAround,
  type LayoutRow,
  type TimeWindow,
} from './layout.ts';
import { buildSpanTree, parentIds } from './span-tree.ts';
import { TimeAxis } from './time-axis.tsx';
import { TraceRow } from './trace-row.tsx';
import { TraceToolbar } from './trace-toolbar.tsx';
import classes from './trace-tree.module.css';
import { useWheelZoom } from './use-wheel-zoom.ts';

const OVERSCAN_ROWS = 10;
const NAME_SHARE = 0.42;
const MAX_NAME_PX = 340;
/** Air at the right of the bars, so that nothing touches the scroll bar. */
const LANE_END_PX = 14;
const LABEL_PX = 62;

interface TraceTreeProps {
  trace: ConsoleTrace;
  /** Spans without an end are still running. */
  live: boolean;
  spanId: string | undefined;
  onSpan: (spanId: string | undefined) => void;
}

export function TraceTree({ trace, live, spanId, onSpan }: TraceTreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [window, setWindow] = useState<TimeWindow>();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, sizeRef);
  const stacked = width > 0 && width < STACKED_BELOW_PX;
  const namePx = stacked ? 0 : Math.min(MAX_NAME_PX, Math.round(width * NAME_SHARE));
  const lanePx = Math.max(0, width - namePx - LANE_END_PX - (stacked ? LANE_END_PX : 0));

  const forest = useMemo(() => buildSpanTree(trace.spans), [trace.spans]);
  const nowMs = useOpenEnd(trace, live);
  const picture = useMemo(
    () => layout(forest, { collapsed, widthPx: lanePx, window, nowMs, labelWidthPx: LABEL_PX }),
    [forest, collapsed, lanePx, window, nowMs],
  );
  const { rows, extent } = picture;

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.span.spanId ?? index,
    overscan: OVERSCAN_ROWS,
  });
  const active = rows.findIndex((row) => row.span.spanId === spanId);
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active);
  }, [active, virtualizer]);

  const fold = useCallback((id: string, folded: boolean) => {
    setCollapsed((current) => {
      const next = new Set(current);
      if (folded) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const expandAll = () => setCollapsed(new Set());
  const collapseAll = () =>
    setCollapsed(new Set(parentIds(forest).filter((id) => !forest.some((root) => root.span.spanId === id))));
  const fitAll = () => setWindow(undefined);
  const fitRow = useCallback((row: LayoutRow) => setWindow(windowAround(row, extent)), [extent]);
  const go = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row) onSpan(row.span.spanId);
  };
  useWheelZoom(scroller, {
    window: picture.window,
    extent,
    lanePx,
    laneLeftPx: stacked ? LANE_END_PX : namePx,
    onZoom: setWindow,
  });
  useShortcuts('Trace', [
    { keys: ['j', 'ArrowDown'], does: 'Next span', run: () => go(active + 1) },
    { keys: ['k', 'ArrowUp'], does: 'Span before', run: () => go(active < 0 ? 0 : active - 1) },
    {
      keys: ['ArrowRight'],
      does: 'Unfold',
      run: () => rows[active] && fold(rows[active].span.spanId, false),
    },
    {
      keys: ['ArrowLeft'],
      does: 'Fold, or to the parent',
      run: () => {
        const row = rows[active];
        if (row?.fold === 'open') fold(row.span.spanId, true);
        else if (row?.span.parentSpanId && rows.some((other) => other.span.spanId === row.span.parentSpanId))
          onSpan(row.span.parentSpanId);
      },
    },
    { keys: ['e'], does: 'Unfold all', run: expandAll },
    { keys: ['w'], does: 'Fold all', run: collapseAll },
    { keys: ['0'], does: 'Fit the whole trace', run: fitAll },
  ]);

  return (
    <div className={classes.tree}>
      <TraceToolbar
        trace={trace}
        zoomed={window !== undefined}
        folded={collapsed.size > 0}
        onFit={fitAll}
        onFold={collapsed.size > 0 ? expandAll : collapseAll}
      />
      <div ref={scrollerRef} className={classes.scroller}>
        <TimeAxis
          ticks={picture.ticks}
          window={picture.window}
          leftPx={stacked ? LANE_END_PX : namePx}
          lanePx={lanePx}
          onFit={fitAll}
        />
        <div
          role="tree"
          aria-label="Spans"
          tabIndex={0}
          aria-activedescendant={active >= 0 ? `span-${spanId}` : undefined}
          className={classes.rows}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <TraceRow
                key={row.span.spanId}
                row={row}
                selected={row.span.spanId === spanId}
                stacked={stacked}
                namePx={namePx}
                lanePx={lanePx}
                onFold={fold}
                onSelect={onSpan}
                onFit={fitRow}
              />
            );
          })}
        </div>
        {trace.truncated && (
          <p className={classes.truncated}>The trace has more spans than are shown here.</p>
        )}
      </div>
    </div>
  );
}

/** Where "now" is on the axis, while something runs. A span that a dead worker left open does not stretch the axis. */
function useOpenEnd(trace: ConsoleTrace, live: boolean): number | undefined {
  const now = useNow();
  const running = live && trace.spans.some((span) => span.durationMs === null);
  return running ? Math.max(0, now.getTime() - new Date(trace.startedAt).getTime()) : undefined;
}
