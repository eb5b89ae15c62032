import type { ConsoleSpan } from '#contracts/console';
import type { ShortAxis } from './idle-gaps.ts';
import type { SpanNode } from './span-tree.ts';

/** Height of every row; the waterfall is never stretched to fill a panel. */
export const ROW_HEIGHT_PX = 26;
/** A bar stays visible and clickable however short its span is. */
export const MIN_BAR_PX = 2;
/** Below this width of the panel the name stands above its bar instead of in a column of its own. */
export const STACKED_BELOW_PX = 480;
/** The narrowest window of time that zooming can reach. */
export const MIN_WINDOW_MS = 0.05;

const TICK_SPACING_PX = 96;
const LABEL_GAP_PX = 6;

/** A window of time, in milliseconds after the start of the trace; with idle gaps left out, in those of the short axis. */
export interface TimeWindow {
  fromMs: number;
  toMs: number;
}

export interface LayoutOptions {
  /** Spans whose children are folded away. */
  collapsed: ReadonlySet<string>;
  /** Width of the panel in which bars are drawn. */
  widthPx: number;
  /** What is looked at; the whole trace when absent. */
  window?: TimeWindow;
  /** Where "now" is on the trace's axis: up to there a span without an end is drawn. */
  nowMs?: number;
  /** Width that the text beside a bar needs. */
  labelWidthPx: number;
  /** Leaves idle gaps out; windows are on this axis then. */
  axis?: ShortAxis | undefined;
}

export interface LayoutRow {
  node: SpanNode;
  span: ConsoleSpan;
  depth: number;
  topPx: number;
  leftPx: number;
  widthPx: number;
  /** The bar has no end yet, or the end was never recorded. */
  open: boolean;
  /** Where the duration is written: beside the bar where there is room, else on it. */
  label: 'right' | 'left' | 'inside';
  /** The bar lies wholly outside the window. */
  outside: 'before' | 'after' | null;
  /** Its bar has the colour of the critical path. */
  onPath: boolean;
  /** `leaf`: nothing to fold. */
  fold: 'leaf' | 'open' | 'folded';
}

export interface Tick {
  ms: number;
  leftPx: number;
  /** The end of the gap before it, from which the time is told; absent before the first gap. */
  sinceMs?: number;
}

/** What is left of an idle gap on the axis. */
export interface Cut {
  /** How long nothing ran. */
  ms: number;
  leftPx: number;
  widthPx: number;
}

export interface Layout {
  rows: LayoutRow[];
  ticks: Tick[];
  cuts: Cut[];
  window: TimeWindow;
  /** The window that shows everything. */
  extent: TimeWindow;
  heightPx: number;
}

/**
 * Places the visible rows of a trace on a common time axis. Pure: the same input gives the same picture.
 *
 * Rows are in tree order, {@link ROW_HEIGHT_PX} each; bars are cut to the window and at least {@link MIN_BAR_PX} wide.
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

/** Where the span is on the axis; without an end it reaches to the end of it. */
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

/** An unfolded parent is not where more of its time was spent in what lies below it than in itself. */
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

/** From the first start to the last end; spans without an end reach to now. Never empty. */
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

/** `window` moved and cut so that it lies within `extent` and is not narrower than {@link MIN_WINDOW_MS}. */
export function clampWindow(window: TimeWindow, extent: TimeWindow): TimeWindow {
  const whole = extent.toMs - extent.fromMs;
  const span = Math.min(Math.max(window.toMs - window.fromMs, MIN_WINDOW_MS), whole);
  const fromMs = Math.min(Math.max(window.fromMs, extent.fromMs), extent.toMs - span);
  return { fromMs, toMs: fromMs + span };
}

/** `window` zoomed by `factor` (above 1 shows more time) around the moment `atMs`, which stays where it is. */
export function zoomWindow(window: TimeWindow, atMs: number, factor: number, extent: TimeWindow): TimeWindow {
  const span = Math.max((window.toMs - window.fromMs) * factor, MIN_WINDOW_MS);
  const share = (atMs - window.fromMs) / (window.toMs - window.fromMs);
  const fromMs = atMs - share * span;
  return clampWindow({ fromMs, toMs: fromMs + span }, extent);
}

/** The window that shows one bar with a little air on both sides. */
export function windowAround(row: Pick<LayoutRow, 'span'>, extent: TimeWindow, axis?: ShortAxis): TimeWindow {
  const { fromMs, toMs } = placeOf(row.span, extent, axis);
  const air = Math.max((toMs - fromMs) * 0.08, MIN_WINDOW_MS / 2);
  return clampWindow({ fromMs: fromMs - air, toMs: toMs + air }, extent);
}

/**
 * Round moments (1, 2 or 5 times a power of ten) about {@link TICK_SPACING_PX} apart. Behind an idle gap that is left out
 * they count from its end.
 */
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

/** The times within the window, in moments, in which something ran: all of it where no gap is left out. */
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

/** What of the gaps lies within the window. */
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
