import type { ConsoleSpan } from '#contracts/console';
import { idleTime, shortAxis } from './idle-gaps.ts';
import {
  clampWindow,
  layout,
  MIN_BAR_PX,
  MIN_WINDOW_MS,
  ROW_HEIGHT_PX,
  windowAround,
  zoomWindow,
} from './layout.ts';
import { buildSpanTree, inTreeOrder, pathTo } from './span-tree.ts';

function span(
  spanId: string,
  parentSpanId: string | null,
  startMs: number,
  durationMs: number | null,
): ConsoleSpan {
  return {
    spanId,
    parentSpanId,
    name: spanId,
    kind: 'tool',
    status: durationMs === null ? 'running' : 'success',
    startMs,
    durationMs,
    model: null,
    answeredBy: null,
    promptTokens: null,
    cachedTokens: null,
    completionTokens: null,
    costUsd: null,
    errorMessage: null,
    awaitsApproval: false,
    cancelled: false,
    critical: false,
  };
}

const NOTHING_FOLDED = new Set<string>();
const options = { collapsed: NOTHING_FOLDED, widthPx: 1_000, labelWidthPx: 60 };
const turn = [
  span('turn', null, 0, 100),
  span('model', 'turn', 20, 50),
  span('load', 'turn', 0, 10),
  span('sql', 'load', 2, 3),
];

describe('rows', () => {
  it('stand in tree order, children by their start, 26 px each', () => {
    const { rows, heightPx } = layout(buildSpanTree(turn), options);
    expect(rows.map((row) => [row.span.spanId, row.depth, row.topPx])).toEqual([
      ['turn', 0, 0],
      ['load', 1, 26],
      ['sql', 2, 52],
      ['model', 1, 78],
    ]);
    expect(heightPx).toBe(4 * ROW_HEIGHT_PX);
  });

  it('omit the children of a folded span, and mark it as folded', () => {
    const { rows } = layout(buildSpanTree(turn), { ...options, collapsed: new Set(['load']) });
    expect(rows.map((row) => [row.span.spanId, row.fold])).toEqual([
      ['turn', 'open'],
      ['load', 'folded'],
      ['model', 'leaf'],
    ]);
  });

  it('mark the spans in which the critical path spends its time', () => {
    const spans = [
      span('turn', null, 0, 100),
      span('program', 'turn', 5, 80),
      span('call', 'program', 40, 10),
      span('other call', 'program', 40, 6),
      span('settle', 'turn', 86, 14),
    ].map((one) => ({ ...one, critical: one.spanId !== 'other call' }));
    const onPath = (collapsed: ReadonlySet<string>) =>
      layout(buildSpanTree(spans), { ...options, collapsed }).rows.flatMap((row) =>
        row.onPath ? [row.span.spanId] : [],
      );
    expect(onPath(NOTHING_FOLDED)).toEqual(['program', 'call', 'settle']);
    expect(onPath(new Set(['turn']))).toEqual(['turn']);
    const running = spans.map((one) => (one.spanId === 'program' ? { ...one, durationMs: null } : one));
    expect(layout(buildSpanTree(running), options).rows.map((row) => row.onPath)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });
});

describe('bars', () => {
  it('share one axis', () => {
    const { rows } = layout(buildSpanTree(turn), options);
    expect(rows.map((row) => [row.leftPx, row.widthPx])).toEqual([
      [0, 1_000],
      [0, 100],
      [20, 30],
      [200, 500],
    ]);
  });

  it('are cut to the window, and marked if they lie outside of it', () => {
    const { rows } = layout(buildSpanTree(turn), { ...options, window: { fromMs: 50, toMs: 100 } });
    const byId = new Map(rows.map((row) => [row.span.spanId, row]));
    expect(byId.get('turn')).toMatchObject({ leftPx: 0, widthPx: 1_000, outside: null });
    expect(byId.get('model')).toMatchObject({ leftPx: 0, widthPx: 400, outside: null });
    expect(byId.get('load')).toMatchObject({ outside: 'before' });
  });

  it('stay visible for a span without duration, even at the right edge', () => {
    const { rows } = layout(
      buildSpanTree([span('turn', null, 0, 100), span('end', 'turn', 100, 0)]),
      options,
    );
    expect(rows[1]).toMatchObject({ leftPx: 1_000 - MIN_BAR_PX, widthPx: MIN_BAR_PX, label: 'left' });
  });

  it('reach to now for a span without an end', () => {
    const forest = buildSpanTree([span('turn', null, 0, null), span('model', 'turn', 50, null)]);
    const { rows, extent } = layout(forest, { ...options, nowMs: 200 });
    expect(extent).toEqual({ fromMs: 0, toMs: 200 });
    expect(rows.map((row) => [row.open, row.leftPx, row.widthPx])).toEqual([
      [true, 0, 1_000],
      [true, 250, 750],
    ]);
  });

  it('put their label where there is room', () => {
    const spans = [span('all', null, 0, 100), span('early', 'all', 0, 10), span('late', 'all', 90, 10)];
    expect(layout(buildSpanTree(spans), options).rows.map((row) => row.label)).toEqual([
      'inside',
      'right',
      'left',
    ]);
  });
});

describe('the time axis', () => {
  it('has round ticks', () => {
    const { ticks } = layout(buildSpanTree(turn), options);
    expect(ticks.map((tick) => tick.ms)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(ticks.at(-1)?.leftPx).toBe(1_000);
  });

  it('zooms around the pointer and never beyond the trace', () => {
    const extent = { fromMs: 0, toMs: 100 };
    expect(zoomWindow(extent, 25, 0.5, extent)).toEqual({ fromMs: 12.5, toMs: 62.5 });
    expect(zoomWindow({ fromMs: 10, toMs: 20 }, 15, 100, extent)).toEqual(extent);
    const deep = zoomWindow({ fromMs: 10, toMs: 10.06 }, 10, 0.01, extent);
    expect(deep.toMs - deep.fromMs).toBeCloseTo(MIN_WINDOW_MS);
  });

  it('fits a bar with a margin, and keeps a window inside the trace', () => {
    const extent = { fromMs: 0, toMs: 100 };
    expect(windowAround({ span: span('model', null, 20, 50) }, extent)).toEqual({ fromMs: 16, toMs: 74 });
    expect(clampWindow({ fromMs: 80, toMs: 130 }, extent)).toEqual({ fromMs: 50, toMs: 100 });
  });
});

describe('the tree', () => {
  it('makes spans without a known parent roots, and accepts cycles', () => {
    const forest = buildSpanTree([
      span('a', 'b', 0, 1),
      span('b', 'a', 1, 1),
      span('self', 'self', 2, 1),
      span('lost', 'gone', 3, 1),
    ]);
    expect(forest.map((node) => node.span.spanId)).toEqual(['a', 'self', 'lost']);
    expect(forest[0]?.children.map((node) => node.span.spanId)).toEqual(['b']);
  });

  it('sums cost and tokens upwards without counting a stated total twice', () => {
    const call = { promptTokens: 100, completionTokens: 20, costUsd: 0.01 };
    const forest = buildSpanTree([
      { ...span('turn', null, 0, 100), costUsd: 0.02, promptTokens: 200, completionTokens: 40 },
      { ...span('loop', 'turn', 0, 100) },
      { ...span('one', 'loop', 0, 10), ...call },
      { ...span('two', 'loop', 10, 10), ...call },
    ]);
    expect(forest[0]).toMatchObject({ totalCostUsd: 0.02, totalTokens: 240 });
    expect(forest[0]?.children[0]).toMatchObject({ totalCostUsd: 0.02, totalTokens: 240 });
  });

  it('returns the tree order and a span’s ancestors', () => {
    const forest = buildSpanTree(turn);
    expect(inTreeOrder(forest)).toEqual(['turn', 'load', 'sql', 'model']);
    expect(['sql', 'turn', 'gone'].map((id) => pathTo(forest, id))).toEqual([['turn', 'load'], [], []]);
  });

  it('lays out 10,000 spans', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      span(`s${index}`, index === 0 ? null : `s${Math.floor((index - 1) / 4)}`, index, 10),
    );
    expect(layout(buildSpanTree(many), options).rows).toHaveLength(10_000);
  });
});

describe('the layout without idle gaps', () => {
  const later = [...turn, span('deliver', 'turn', 36_000, 50)];
  const axis = shortAxis(idleTime(later));
  const picture = layout(buildSpanTree(later), { ...options, axis });
  const place = (id: string) => picture.rows.find((row) => row.span.spanId === id);

  it('draws busy time at its length, and a little of the gap', () => {
    expect(picture.extent).toEqual({ fromMs: 0, toMs: 159 });
    expect(place('turn')?.widthPx).toBeCloseTo((100 / 159) * 1_000);
    expect(place('deliver')).toMatchObject({ leftPx: expect.closeTo((109 / 159) * 1_000), outside: null });
    expect(picture.cuts).toEqual([
      { ms: 35_900, leftPx: expect.closeTo((100 / 159) * 1_000), widthPx: expect.closeTo((9 / 159) * 1_000) },
    ]);
  });

  it('fits a bar after a gap', () => {
    const around = windowAround({ span: span('deliver', 'turn', 36_000, 50) }, picture.extent, axis);
    expect(around).toEqual({ fromMs: 101, toMs: 159 });
    const fitted = layout(buildSpanTree(later), { ...options, axis, window: around });
    expect(fitted.rows.find((row) => row.span.spanId === 'turn')?.outside).toBe('before');
    expect(fitted.cuts).toEqual([{ ms: 35_900, leftPx: 0, widthPx: expect.closeTo((8 / 58) * 1_000) }]);
  });
});
