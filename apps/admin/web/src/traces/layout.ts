import type { ConsoleSpan } from '#contracts/console';
import type { ShortAxis } from './idle-gaps.ts';
import type { SpanNode } from './span-tree.ts';

/** Height of every row. The waterfall is never stretched to fill a panel. */
export const ROW_HEIGHT_PX = 26;
/** Minimum width of a bar, so that short spans stay visible and clickable. */
export const MIN_BAR_PX = 2;
/** Panels narrower than this show names above the bars instead of in a column. */
export const STACKED_BELOW_PX = 480;
/** Narrowest window that zooming can reach. */
export const MIN_WINDOW_MS = 0.05;

const TICK_SPACING_PX = 96;
const LABEL_GAP_PX = 6;

/** In milliseconds after the start of the trace; with compressed gaps, on the compressed axis. */
export interface TimeWindow {
  fromMs: number;
  toMs: number;
}

export interface LayoutOptions {
  /** Spans whose children are collapsed. */
  collapsed: ReadonlySet<string>;
  widthPx: number;
  /** Visible window; the whole trace if absent. */
  window?: TimeWindow;
  /** The current time on the trace's axis, up to which a span without an end is drawn. */
  nowMs?: number;
  /** Width of the text beside a bar. */
  labelWidthPx: number;
  /** Compresses idle gaps; windows then refer to this axis. */
  axis?: ShortAxis | undefined;
}

export interface LayoutRow {
  node: SpanNode;
  span: ConsoleSpan;
  depth: number;
  topPx: number;
  leftPx: number;
  widthPx: number;
  /** The span is still running, or its end was never recorded. */
  open: boolean;
  /** Position of the duration: beside the bar if there is room, otherwise on it. */
  label: 'right' | 'left' | 'inside';
  /** The bar lies completely outside the window. */
  outside: 'before' | 'after' | null;
  /** The bar has the colour of the critical path. */
  onPath: boolean;
  /** `leaf`: no children. */
  fold: 'leaf' | 'open' | 'folded';
}

export interface Tick {
  ms: number;
  leftPx: number;
  /** End of the preceding gap, from which times are counted; absent before the first gap. */
  sinceMs?: number;
}

/** A compressed gap on the axis. */
export interface Cut {
  ms: number;
  leftPx: number;
  widthPx: number;
}

export interface Layout {
  rows: LayoutRow[];
  ticks: Tick[];
  cuts: Cut[];
  window: TimeWindow;
  /** The window of the whole trace. */
  extent: TimeWindow;
  heightPx: number;
}

/**
 * Places the visible rows of a trace on a common time axis. Pure. Rows are in tree order, {@link
 * ROW_HEIGHT_PX} each; bars are clipped to the window and at least {@link MIN_BAR_PX} wide.
 */
export function layout(forest: readonly SpanNode[], options: LayoutOptions): Layout {
  const extent = extentOf(forest, options);
  const window = clampWindow(options.window ?? extent, extent);
  const pxPerMs = Math.max(0, options.widthPx) / (window.toMs - window.fromMs);
  const rows: LayoutRow[] = [];
  const visit = (node: SpanNode) => {
    const folded = options.collapsed.has(node.span.spanId);
    rows.push(rowOf(node, rows.length, folded, { window, extent, pxPerMs, options }));
    if (!folded) node.children.forEach(visit);
  };
  forest.forEach(visit);
  return {
    rows,
    ticks: ticksOf(window, options),
    cuts: cutsOf(window, options),
    window,
    extent,
    heightPx: rows.length * ROW_HEIGHT_PX,
  };
}

interface Scale {
  window: TimeWindow;
  extent: TimeWindow;
  pxPerMs: number;
  options: LayoutOptions;
}

function rowOf(node: SpanNode, index: number, folded: boolean, scale: Scale): LayoutRow {
  const { window, extent, pxPerMs, options } = scale;
  const { span } = node;
  const { fromMs: startMs, toMs: endMs } = placeOf(span, extent, options.axis);
  const outside = endMs < window.fromMs ? 'before' : startMs > window.toMs ? 'after' : null;
  const fromPx = (clamp(startMs, window) - window.fromMs) * pxPerMs;
  const toPx = (clamp(endMs, window) - window.fromMs) * pxPerMs;
  const widthPx = Math.min(Math.max(toPx - fromPx, MIN_BAR_PX), Math.max(options.widthPx, MIN_BAR_PX));
  const leftPx = Math.max(0, Math.min(fromPx, options.widthPx - widthPx));
  return {
    node,
    span,
    depth: node.depth,
    topPx: index * ROW_HEIGHT_PX,
    leftPx,
    widthPx,
    open: span.durationMs === null,
    label: labelSide(leftPx, widthPx, options),
    outside,
    onPath: isOnPath(node, folded),
    fold: node.children.length === 0 ? 'leaf' : folded ? 'folded' : 'open',
  };
}

/** Start and end of the span on the axis; an open span reaches to the end of the axis. */
function placeOf(
  { startMs, durationMs }: Pick<ConsoleSpan, 'startMs' | 'durationMs'>,
  extent: TimeWindow,
  axis: ShortAxis | undefined,
): TimeWindow {
  const toPlace = axis?.toPlace ?? same;
  return {
    fromMs: toPlace(startMs),
    toMs: durationMs === null ? extent.toMs : toPlace(startMs + durationMs),
  };
}

function same(ms: number): number {
  return ms;
}

/** An expanded parent is not marked if most of its time was spent in its children. */
function isOnPath({ span, children }: SpanNode, folded: boolean): boolean {
  const below = children.filter((child) => child.span.critical);
  if (!span.critical || folded || below.length === 0) return span.critical;
  const belowMs = below.reduce((sum, child) => sum + (child.span.durationMs ?? Infinity), 0);
  return span.durationMs !== null && belowMs < span.durationMs / 2;
}

function labelSide(leftPx: number, widthPx: number, options: LayoutOptions): LayoutRow['label'] {
  const needed = options.labelWidthPx + LABEL_GAP_PX;
  if (leftPx + widthPx + needed <= options.widthPx) return 'right';
  if (leftPx >= needed) return 'left';
  return 'inside';
}

/** From the first start to the last end. Open spans reach to the current time. Never empty. */
function extentOf(
  forest: readonly SpanNode[],
  { nowMs, axis }: Pick<LayoutOptions, 'nowMs' | 'axis'>,
): TimeWindow {
  let fromMs = Infinity;
  let toMs = -Infinity;
  const visit = (node: SpanNode) => {
    const { startMs, durationMs } = node.span;
    fromMs = Math.min(fromMs, startMs);
    toMs = Math.max(toMs, startMs + (durationMs ?? 0), durationMs === null ? (nowMs ?? startMs) : startMs);
    node.children.forEach(visit);
  };
  forest.forEach(visit);
  if (!Number.isFinite(fromMs)) return { fromMs: 0, toMs: 1 };
  if (axis) [fromMs, toMs] = [axis.toPlace(fromMs), axis.toPlace(toMs)];
  return toMs - fromMs >= MIN_WINDOW_MS ? { fromMs, toMs } : { fromMs, toMs: fromMs + MIN_WINDOW_MS };
}

/** `window`, moved and clipped to `extent`, and at least {@link MIN_WINDOW_MS} wide. */
export function clampWindow(window: TimeWindow, extent: TimeWindow): TimeWindow {
  const whole = extent.toMs - extent.fromMs;
  const span = Math.min(Math.max(window.toMs - window.fromMs, MIN_WINDOW_MS), whole);
  const fromMs = Math.min(Math.max(window.fromMs, extent.fromMs), extent.toMs - span);
  return { fromMs, toMs: fromMs + span };
}

/** `window` zoomed by `factor` (above 1 zooms out) around the fixed time `atMs`. */
export function zoomWindow(window: TimeWindow, atMs: number, factor: number, extent: TimeWindow): TimeWindow {
  const span = Math.max((window.toMs - window.fromMs) * factor, MIN_WINDOW_MS);
  const share = (atMs - window.fromMs) / (window.toMs - window.fromMs);
  const fromMs = atMs - share * span;
  return clampWindow({ fromMs, toMs: fromMs + span }, extent);
}

/** The window of one bar with a margin on both sides. */
export function windowAround(row: Pick<LayoutRow, 'span'>, extent: TimeWindow, axis?: ShortAxis): TimeWindow {
  const { fromMs, toMs } = placeOf(row.span, extent, axis);
  const air = Math.max((toMs - fromMs) * 0.08, MIN_WINDOW_MS / 2);
  return clampWindow({ fromMs: fromMs - air, toMs: toMs + air }, extent);
}

/** Round times about {@link TICK_SPACING_PX} apart. After a compressed gap they count from its end. */
function ticksOf(window: TimeWindow, { widthPx, axis }: Pick<LayoutOptions, 'widthPx' | 'axis'>): Tick[] {
  const spanMs = window.toMs - window.fromMs;
  const wanted = Math.max(1, Math.floor(widthPx / TICK_SPACING_PX));
  const stepMs = roundStep(spanMs / wanted);
  const leftPx = (place: number) => ((place - window.fromMs) / spanMs) * widthPx;
  return busyParts(window, axis).flatMap(({ fromMs, toMs, sinceMs }) => {
    const from = sinceMs ?? 0;
    const first = Math.ceil((fromMs - from) / stepMs - 1e-9);
    const last = Math.floor((toMs - from) / stepMs + 1e-9);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index): Tick => {
      const ms = from + (first + index) * stepMs + 0;
      const tick = { ms, leftPx: leftPx(axis ? axis.toPlace(ms) : ms) };
      return sinceMs === undefined ? tick : { ...tick, sinceMs };
    });
  });
}

/** The busy intervals within the window; the whole window if no gap is compressed. */
function busyParts(window: TimeWindow, axis: ShortAxis | undefined): (TimeWindow & { sinceMs?: number })[] {
  if (!axis) return [window];
  const [fromMs, toMs] = [axis.toMoment(window.fromMs), axis.toMoment(window.toMs)];
  return [undefined, ...axis.gaps].flatMap((before, index) => {
    const part = {
      fromMs: Math.max(fromMs, before?.toMs ?? fromMs),
      toMs: Math.min(toMs, axis.gaps[index]?.fromMs ?? toMs),
    };
    if (part.toMs < part.fromMs) return [];
    return [before ? { ...part, sinceMs: before.toMs } : part];
  });
}

/** The compressed gaps within the window. */
function cutsOf(window: TimeWindow, { widthPx, axis }: Pick<LayoutOptions, 'widthPx' | 'axis'>): Cut[] {
  const pxPerMs = Math.max(0, widthPx) / (window.toMs - window.fromMs);
  return (axis?.gaps ?? []).flatMap((gap) => {
    const fromMs = clamp(axis?.toPlace(gap.fromMs) ?? 0, window);
    const toMs = clamp(axis?.toPlace(gap.toMs) ?? 0, window);
    if (toMs <= fromMs) return [];
    return [
      {
        ms: gap.toMs - gap.fromMs,
        leftPx: (fromMs - window.fromMs) * pxPerMs,
        widthPx: (toMs - fromMs) * pxPerMs,
      },
    ];
  });
}

function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function clamp(moment: number, window: TimeWindow): number {
  return Math.min(Math.max(moment, window.fromMs), window.toMs);
}
