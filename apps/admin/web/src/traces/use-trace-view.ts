import { useCallback, useMemo, useState } from 'react';
import type { ConsoleTrace } from '#contracts/console';
import { useAt } from '../ui/use-now.ts';
import { idleTime, isIdleOffered, shortAxis, type IdleTime } from './idle-gaps.ts';
import {
  layout,
  STACKED_BELOW_PX,
  windowAround,
  type LayoutRow,
  type TimeWindow,
  type Layout,
} from './layout.ts';
import { buildSpanTree, parentIds, pathTo, type SpanNode } from './span-tree.ts';

const NAME_SHARE = 0.42;
const MAX_NAME_PX = 340;
/** Margin between the bars and the scroll bar. */
const LANE_END_PX = 14;
const LABEL_PX = 62;

/** Positions of names and bars at the measured width. */
export interface TraceColumns {
  /** Names are above the bars. */
  stacked: boolean;
  namePx: number;
  laneLeftPx: number;
  lanePx: number;
}

/** Visible part of a trace, with actions that change it. */
export interface TraceView {
  picture: Layout;
  forest: readonly SpanNode[];
  /** Set if most of the time is idle, or gaps are compressed. */
  idle: IdleTime | undefined;
  columns: TraceColumns;
  zoomed: boolean;
  folded: boolean;
  zoom: (window: TimeWindow | undefined) => void;
  fitAll: () => void;
  fitRow: (row: LayoutRow) => void;
  fold: (spanId: string, folded: boolean) => void;
  /** Expands the ancestors of the span. */
  reveal: (spanId: string) => void;
  foldAll: () => void;
  unfoldAll: () => void;
}

interface TraceViewOptions {
  /** Spans without an end are still running. */
  live: boolean;
  widthPx: number;
  /** Idle gaps are compressed. */
  cutGaps: boolean;
}

export function useTraceView(trace: ConsoleTrace, { live, widthPx, cutGaps }: TraceViewOptions): TraceView {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  /** Null for the whole trace; a window chosen on the other axis is ignored. */
  const [chosen, setChosenOn] = useState<{ window: TimeWindow | null; cutGaps: boolean }>();
  const setChosen = useCallback((window: TimeWindow | null) => setChosenOn({ window, cutGaps }), [cutGaps]);
  const columns = columnsAt(widthPx);
  const { lanePx } = columns;
  const forest = useMemo(() => buildSpanTree(trace.spans), [trace.spans]);
  const window = (chosen?.cutGaps === cutGaps && chosen.window) || undefined;
  const nowMs = useOpenEnd(trace, live);
  const idle = useMemo(() => idleTime(trace.spans, nowMs), [trace.spans, nowMs]);
  const axis = useMemo(
    () => (cutGaps && idle.gaps.length > 0 ? shortAxis(idle) : undefined),
    [cutGaps, idle],
  );
  const picture = useMemo(
    () => layout(forest, { collapsed, widthPx: lanePx, window, nowMs, axis, labelWidthPx: LABEL_PX }),
    [forest, collapsed, lanePx, window, nowMs, axis],
  );
  const { extent } = picture;
  const fold = useCallback((id: string, folded: boolean) => {
    setCollapsed((current) => {
      const next = new Set(current);
      if (folded) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const reveal = useCallback(
    (id: string) => {
      const above = new Set(pathTo(forest, id));
      setCollapsed((current) => new Set([...current].filter((one) => !above.has(one))));
    },
    [forest],
  );
  const fitRow = useCallback(
    (row: LayoutRow) => setChosen(windowAround(row, extent, axis)),
    [setChosen, extent, axis],
  );
  return {
    picture,
    forest,
    idle: isIdleOffered(idle, cutGaps) ? idle : undefined,
    columns,
    zoomed: window !== undefined,
    folded: collapsed.size > 0,
    zoom: (next) => setChosen(next ?? null),
    fitAll: () => setChosen(null),
    fitRow,
    fold,
    reveal,
    foldAll: () => {
      const roots = new Set(forest.map((root) => root.span.spanId));
      setCollapsed(new Set(parentIds(forest).filter((id) => !roots.has(id))));
    },
    unfoldAll: () => setCollapsed(new Set()),
  };
}

function columnsAt(widthPx: number): TraceColumns {
  const stacked = widthPx > 0 && widthPx < STACKED_BELOW_PX;
  const namePx = stacked ? 0 : Math.min(MAX_NAME_PX, Math.round(widthPx * NAME_SHARE));
  const laneLeftPx = stacked ? LANE_END_PX : namePx;
  return { stacked, namePx, laneLeftPx, lanePx: Math.max(0, widthPx - laneLeftPx - LANE_END_PX) };
}

/** The current time on the axis while spans run. A span left open by a dead worker does not extend the axis. */
function useOpenEnd(trace: ConsoleTrace, live: boolean): number | undefined {
  const running = useMemo(
    () => live && trace.spans.some(({ status }) => status === 'running'),
    [live, trace.spans],
  );
  const startedMs = new Date(trace.startedAt).getTime();
  return useAt((now) => (running ? Math.max(0, now.getTime() - startedMs) : undefined));
}
