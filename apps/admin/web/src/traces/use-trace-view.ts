import { useCallback, useMemo, useState } from 'react';
import type { ConsoleTrace } from '#contracts/console';
import { useAt } from '../ui/use-now.ts';
import {
  firstWindow,
  layout,
  STACKED_BELOW_PX,
  windowAround,
  type LayoutRow,
  type TimeWindow,
  type Layout,
} from './layout.ts';
import { buildSpanTree, parentIds } from './span-tree.ts';

const NAME_SHARE = 0.42;
const MAX_NAME_PX = 340;
/** Air at the right of the bars, so that nothing touches the scroll bar. */
const LANE_END_PX = 14;
const LABEL_PX = 62;

/** Where names and bars stand at the measured width. */
export interface TraceColumns {
  /** Names stand above the bars. */
  stacked: boolean;
  namePx: number;
  laneLeftPx: number;
  lanePx: number;
}

/** What of the trace is in sight, and what changes it. */
export interface TraceView {
  picture: Layout;
  columns: TraceColumns;
  zoomed: boolean;
  folded: boolean;
  zoom: (window: TimeWindow | undefined) => void;
  fitAll: () => void;
  fitRow: (row: LayoutRow) => void;
  fold: (spanId: string, folded: boolean) => void;
  foldAll: () => void;
  unfoldAll: () => void;
}

export function useTraceView(trace: ConsoleTrace, live: boolean, widthPx: number): TraceView {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  /** Undefined until somebody chooses one; null for all of it. */
  const [chosen, setChosen] = useState<TimeWindow | null>();
  const columns = columnsAt(widthPx);
  const { lanePx } = columns;
  const forest = useMemo(() => buildSpanTree(trace.spans), [trace.spans]);
  const first = useMemo(() => firstWindow(trace.spans), [trace.spans]);
  const window = chosen === undefined ? first : (chosen ?? undefined);
  const nowMs = useOpenEnd(trace, live);
  const picture = useMemo(
    () => layout(forest, { collapsed, widthPx: lanePx, window, nowMs, labelWidthPx: LABEL_PX }),
    [forest, collapsed, lanePx, window, nowMs],
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
  const fitRow = useCallback((row: LayoutRow) => setChosen(windowAround(row, extent)), [extent]);
  return {
    picture,
    columns,
    zoomed: window !== undefined,
    folded: collapsed.size > 0,
    zoom: (next) => setChosen(next ?? null),
    fitAll: () => setChosen(null),
    fitRow,
    fold,
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

/** Where "now" is on the axis, while something runs. A span that a dead worker left open does not stretch the axis. */
function useOpenEnd(trace: ConsoleTrace, live: boolean): number | undefined {
  const running = useMemo(
    () => live && trace.spans.some((span) => span.durationMs === null),
    [live, trace.spans],
  );
  const startedMs = new Date(trace.startedAt).getTime();
  return useAt((now) => (running ? Math.max(0, now.getTime() - startedMs) : undefined));
}
