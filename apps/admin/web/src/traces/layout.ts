import type { ConsoleSpan } from '#contracts/console';
import type { SpanNode } from './span-tree.ts';

/** Height of every row; the waterfall is never stretched to fill a panel. */
export const ROW_HEIGHT_PX = 26;
/** A bar stays visible and clickable however short its span is. */
export const MIN_BAR_PX = 2;
/** Below this width of the panel the name stands above its bar instead of in a column of its own. */
export const STACKED_BELOW_PX = 480;
/** The narrowest window of time that zooming can reach. */
export const MIN_WINDOW_MS = 0.05;

/** What begins after a pause of more than so many times all before it, and of more than this, is no part of the first view. */
const LATE_SHARE = 10;
const LATE_MS = 10_000;
const FIRST_AIR = 0.04;

const TICK_SPACING_PX = 96;
const LABEL_GAP_PX = 6;

/** A window of time, in milliseconds after the start of the trace. */
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
}

export interface Layout {
  rows: LayoutRow[];
  ticks: Tick[];
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
  const extent = extentOf(forest, options.nowMs);
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
    ticks: ticksOf(window, options.widthPx),
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
  const endMs = span.durationMs === null ? extent.toMs : span.startMs + span.durationMs;
  const outside = endMs < window.fromMs ? 'before' : span.startMs > window.toMs ? 'after' : null;
  const fromPx = (clamp(span.startMs, window) - window.fromMs) * pxPerMs;
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
function extentOf(forest: readonly SpanNode[], nowMs: number | undefined): TimeWindow {
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
  return toMs - fromMs >= MIN_WINDOW_MS ? { fromMs, toMs } : { fromMs, toMs: fromMs + MIN_WINDOW_MS };
}

/**
 * What is looked at first; undefined for all of it. What follows after a long pause, as a webhook that is delivered again
 * hours later, would press the turn itself into a line.
 */
export function firstWindow(spans: readonly ConsoleSpan[]): TimeWindow | undefined {
  const [first, ...others] = spans.toSorted((a, b) => a.startMs - b.startMs);
  if (!first || spans.some(({ durationMs }) => durationMs === null)) return undefined;
  const fromMs = first.startMs;
  let toMs = fromMs + (first.durationMs ?? 0);
  for (const { startMs, durationMs } of others) {
    const spanMs = toMs - fromMs;
    if (startMs - toMs > Math.max(LATE_MS, spanMs * LATE_SHARE))
      return { fromMs, toMs: toMs + Math.max(spanMs * FIRST_AIR, MIN_WINDOW_MS) };
    toMs = Math.max(toMs, startMs + (durationMs ?? 0));
  }
  return undefined;
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
export function windowAround(row: Pick<LayoutRow, 'span'>, extent: TimeWindow): TimeWindow {
  const { startMs, durationMs } = row.span;
  const endMs = durationMs === null ? extent.toMs : startMs + durationMs;
  const air = Math.max((endMs - startMs) * 0.08, MIN_WINDOW_MS / 2);
  return clampWindow({ fromMs: startMs - air, toMs: endMs + air }, extent);
}

/** Round moments (1, 2 or 5 times a power of ten) about {@link TICK_SPACING_PX} apart. */
function ticksOf(window: TimeWindow, widthPx: number): Tick[] {
  const span = window.toMs - window.fromMs;
  const wanted = Math.max(1, Math.floor(widthPx / TICK_SPACING_PX));
  const stepMs = roundStep(span / wanted);
  const first = Math.ceil(window.fromMs / stepMs - 1e-9);
  const last = Math.floor(window.toMs / stepMs + 1e-9);
  const ticks: Tick[] = [];
  for (let index = first; index <= last; index += 1) {
    const ms = index * stepMs + 0;
    ticks.push({ ms, leftPx: ((ms - window.fromMs) / span) * widthPx });
  }
  return ticks;
}

function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function clamp(moment: number, window: TimeWindow): number {
  return Math.min(Math.max(moment, window.fromMs), window.toMs);
}
