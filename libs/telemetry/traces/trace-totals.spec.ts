import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { criticalPath, SpanTree, totalsOf, turnRoots, type TimedSpan } from './trace-totals.ts';

function span(
  spanId: string,
  parentSpanId: string | null,
  from: number,
  to: number | null,
  over: Partial<TimedSpan> = {},
): TimedSpan {
  return {
    spanId,
    parentSpanId,
    name: spanId,
    kind: null,
    turnId: null,
    startedAtMs: from,
    latencyMs: to === null ? null : to - from,
    status: to === null ? 'running' : 'success',
    repeated: false,
    promptTokens: null,
    cachedTokens: null,
    completionTokens: null,
    costUsd: null,
    ...over,
  };
}

const model = (spanId: string, from: number, to: number, costUsd = 0.01) =>
  span(spanId, 'turn', from, to, {
    kind: 'model',
    costUsd,
    promptTokens: 100,
    cachedTokens: 40,
    completionTokens: 10,
  });
const tool = (spanId: string, from: number, to: number) => span(spanId, 'turn', from, to, { kind: 'tool' });
const turn = (to: number | null, over: Partial<TimedSpan> = {}) =>
  span('turn', 'http', 10, to, { kind: 'turn', turnId: 't1', costUsd: 0.02, promptTokens: 200, ...over });

/** http ─ turn ─ model, two tools side by side, model. */
const spans = [
  span('http', null, 0, 5, { kind: 'http' }),
  turn(110),
  model('m1', 12, 40),
  tool('a', 41, 60),
  tool('b', 41, 90),
  model('m2', 91, 108),
  span('summary', 'http', 120, 150, { kind: 'job' }),
  span('m3', 'summary', 121, 149, { kind: 'model', costUsd: 1 }),
];

const summarize = (all: TimedSpan[], turnId?: string) => {
  const tree = new SpanTree(all);
  const roots = turnRoots(tree, turnId);
  return { totals: totalsOf(tree, roots), path: criticalPath(tree, roots) };
};

describe('totals of a trace', () => {
  it('measures the wall time of the turn and sums its steps, without the sums on the turn itself', () => {
    expect(summarize(spans).totals).toEqual({
      wallMs: 100,
      queuedMs: null,
      approvalMs: null,
      costUsd: 0.02,
      promptTokens: 200,
      cachedTokens: 80,
      completionTokens: 20,
      modelRounds: 2,
      toolCalls: 2,
    });
  });

  it('reports the wait for a worker of this turn only, apart from the wall time', () => {
    const waited = span('queue', 'http', 4, 10, { kind: 'queue', turnId: 't1' });
    const other = span('other', 'http', 4, 90, { kind: 'queue', turnId: 't2' });
    expect(summarize([...spans, waited, other], 't1').totals).toMatchObject({ wallMs: 100, queuedMs: 6 });
  });

  it('reports the wait for a person apart, and counts replayed steps of a resumed turn once', () => {
    const parked = turn(50, { status: 'pending' });
    const resumed = turn(0, { spanId: 'resumed', startedAtMs: 9_000, latencyMs: 20 });
    const below = (one: TimedSpan) => ({ ...one, parentSpanId: 'resumed' });
    const all = [
      parked,
      model('m1', 12, 40),
      { ...tool('asks', 41, 42), repeated: true },
      resumed,
      below({ ...span('m1 again', null, 9_001, 9_002, { kind: 'model' }), repeated: true }),
      below(tool('runs', 9_003, 9_005)),
      below(model('m2', 9_006, 9_010)),
    ];
    expect(summarize(all).totals).toMatchObject({
      wallMs: 60,
      approvalMs: 8_950,
      costUsd: 0.02,
      promptTokens: 200,
      modelRounds: 2,
      toolCalls: 1,
    });
    expect(summarize([parked]).totals).toMatchObject({ wallMs: 40, approvalMs: null });
  });

  it('excludes the pause before a retry, and counts overlapping runs once', () => {
    const failed = turn(30, { status: 'error' });
    const again = turn(0, { spanId: 'again', startedAtMs: 1_000, latencyMs: 50 });
    const beside = turn(0, { spanId: 'beside', turnId: 't2', startedAtMs: 1_010, latencyMs: 100 });
    expect(summarize([failed, again]).totals).toMatchObject({ wallMs: 70, approvalMs: null });
    expect(summarize([failed, again, beside]).totals.wallMs).toBe(130);
    const runs = turn(0, { spanId: 'runs', latencyMs: null });
    expect(summarize([runs, beside]).totals.wallMs).toBeNull();
  });

  it('counts answered model calls of the loop as rounds, but not tasks of the turn', () => {
    const all = [
      turn(110),
      { ...model('by rules', 11, 12, 0), name: 'task classify' },
      { ...model('by a model', 12, 13), name: 'task score' },
      { ...model('nobody answered', 13, 14), name: 'chat gpt', status: 'error' },
      { ...model('answered', 14, 40), name: 'chat gpt' },
    ];
    expect(summarize(all).totals).toMatchObject({ modelRounds: 1, costUsd: expect.closeTo(0.03) as number });
  });

  it('has no wall time while the turn runs', () => {
    const { totals } = summarize([turn(null), model('m1', 12, 40)]);
    expect(totals).toMatchObject({ wallMs: null, modelRounds: 1 });
  });

  it('counts the time of a dead worker until another worker took over the turn', () => {
    const died = turn(null, { spanId: 'died', startedAtMs: 10 });
    const resumed = span('resumed', 'http', 50, 80, { kind: 'turn', turnId: 't1' });
    expect(summarize([died, resumed]).totals.wallMs).toBe(70);
  });

  it('counts one turn of several, and a turn within another turn only once', () => {
    const nested = span('inner', 'a', 42, 58, { kind: 'turn', turnId: 't2' });
    const nestedModel = span('m4', 'inner', 43, 50, { kind: 'model', costUsd: 5 });
    const all = [...spans, nested, nestedModel];
    expect(summarize(all, 't2').totals).toMatchObject({ wallMs: 16, costUsd: 5, modelRounds: 1 });
    expect(summarize(all).totals).toMatchObject({ costUsd: 5.02, modelRounds: 3 });
    expect(summarize(all, 'none').totals).toMatchObject({ wallMs: null, modelRounds: 0 });
  });

  it('uses the roots of a trace without a turn', () => {
    const { totals } = summarize(spans.filter(({ spanId }) => ['summary', 'm3'].includes(spanId)));
    expect(totals).toMatchObject({ wallMs: 30, costUsd: 1 });
  });
});

describe('the critical path', () => {
  it('contains the later of two overlapping spans', () => {
    expect(summarize(spans).path).toEqual(['turn', 'm1', 'b', 'm2']);
  });

  it('begins with the wait for a worker if the trace contains it', () => {
    const waited = span('queue', 'http', 4, 10, { kind: 'queue', turnId: 't1' });
    const other = span('other', 'http', 4, 90, { kind: 'queue', turnId: 't2' });
    expect(summarize([...spans, other, waited], 't1').path).toEqual(['queue', 'turn', 'm1', 'b', 'm2']);
  });

  it('contains children, except those that ended after their parent', () => {
    const all = [
      turn(100),
      tool('a', 20, 90),
      span('a1', 'a', 21, 50),
      span('a2', 'a', 50, 89),
      span('late', 'turn', 30, 400),
    ];
    expect(summarize(all).path).toEqual(['turn', 'a', 'a1', 'a2']);
  });

  it('ends in the span that still runs', () => {
    const { path } = summarize([turn(null), model('m1', 12, 40), span('now', 'turn', 41, null)]);
    expect(path).toEqual(['turn', 'm1', 'now']);
  });
});

describe('arbitrary spans', () => {
  const anySpans = fc.array(
    fc.record({
      parent: fc.nat(12),
      from: fc.nat(100).map((tens) => tens * 10),
      length: fc.option(fc.nat(50).map((tens) => tens * 10)),
      kind: fc.constantFrom('turn', 'model', 'tool', null),
    }),
    { maxLength: 12 },
  );

  const lengthOf = ({ latencyMs }: TimedSpan) => latencyMs ?? Number.MAX_SAFE_INTEGER;

  it('are walked once each, and siblings on the critical path never overlap', () => {
    forAll(500, anySpans, (shapes) => {
      const all = shapes.map(({ parent, from, length, kind }, index) =>
        span(
          `s${index}`,
          parent === index ? null : `s${parent}`,
          from,
          length === null ? null : from + length,
          { kind, turnId: 't' },
        ),
      );
      const tree = new SpanTree(all);
      const walked = [...tree.walk()].map(({ span: { spanId } }) => spanId);
      expect(new Set(walked).size).toBe(walked.length);
      const roots = turnRoots(tree);
      expect(totalsOf(tree, roots).modelRounds).toBeLessThanOrEqual(all.length);
      const onPath = new Set(criticalPath(tree, roots));
      for (const parent of all.filter(({ spanId }) => onPath.has(spanId))) {
        const rootIds = new Set(roots.map(({ spanId }) => spanId));
        const steps = tree
          .children(parent)
          .filter(({ spanId }) => onPath.has(spanId) && !rootIds.has(spanId))
          // A span without duration precedes the span that begins at the same moment.
          .sort((a, b) => a.startedAtMs - b.startedAtMs || lengthOf(a) - lengthOf(b));
        steps.slice(1).forEach((step, index) => {
          const before = steps[index] as TimedSpan;
          expect(before.startedAtMs + lengthOf(before)).toBeLessThanOrEqual(step.startedAtMs);
        });
      }
    });
  });
});
