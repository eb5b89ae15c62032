import { idleTime, isIdleOffered, shortAxis } from './idle-gaps.ts';

const span = (startMs: number, durationMs: number | null) => ({ startMs, durationMs });
const turn = [span(0, 12), span(10, 1_190), span(40, 600)];

describe('idle time', () => {
  it('is the time in which no span ran', () => {
    expect(idleTime([span(36_000, 100), ...turn])).toEqual({
      gaps: [{ fromMs: 1_200, toMs: 36_000 }],
      idleMs: 34_800,
      wholeMs: 36_100,
    });
  });

  it('includes each of several pauses, however long another one is', () => {
    expect(idleTime([span(36_000, 100), ...turn, span(3_600_000, 40)]).gaps).toEqual([
      { fromMs: 1_200, toMs: 36_000 },
      { fromMs: 36_100, toMs: 3_600_000 },
    ]);
  });

  it.each([
    ['spans touch', turn, undefined],
    ['the pause is short', [...turn, span(2_000, 40)], undefined],
    ['the pause is short beside what ran', [span(0, 60_000), span(62_000, 40)], undefined],
    ['something ran all the time', [...turn, span(1_100, null), span(36_000, 10)], 40_000],
    ['nothing is there', [], undefined],
  ])('is empty if %s', (_why, spans, nowMs) => expect(idleTime(spans, nowMs).gaps).toEqual([]));

  it('does not end with a span that a dead worker left open', () => {
    expect(idleTime([...turn, span(1_100, null), span(36_000, 10)]).gaps).toEqual([
      { fromMs: 1_200, toMs: 36_000 },
    ]);
  });

  it('is offered to be cut from half of the trace on', () => {
    expect(isIdleOffered({ gaps: [], idleMs: 8_000, wholeMs: 10_000 }, false)).toBe(true);
    expect(isIdleOffered({ gaps: [], idleMs: 8_000, wholeMs: 40_000 }, false)).toBe(false);
    expect(isIdleOffered({ gaps: [], idleMs: 0, wholeMs: 0 }, false)).toBe(false);
  });

  it('is offered to be shown again while it is cut', () => {
    const gaps = [{ fromMs: 1_000, toMs: 9_000 }];
    expect(isIdleOffered({ gaps, idleMs: 8_000, wholeMs: 40_000 }, true)).toBe(true);
    expect(isIdleOffered({ gaps: [], idleMs: 0, wholeMs: 40_000 }, true)).toBe(false);
  });
});

describe('the axis without idle time', () => {
  const gaps = [
    { fromMs: 1_000, toMs: 11_000 },
    { fromMs: 12_000, toMs: 112_000 },
  ];
  const axis = shortAxis({ gaps, idleMs: 110_000, wholeMs: 113_000 });

  it('keeps busy time at its length, and a little of each gap', () => {
    const moments = [0, 1_000, 11_000, 12_000, 112_000, 113_000];
    expect(moments.map(axis.toPlace)).toEqual([0, 1_000, 1_180, 2_180, 2_360, 3_360]);
  });

  it('maps places back to moments', () => {
    for (const ms of [0, 500, 6_000, 11_000, 11_500, 50_000, 112_400])
      expect(axis.toMoment(axis.toPlace(ms))).toBeCloseTo(ms);
  });

  it('leaves most of its length to busy time, however many gaps there are', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      fromMs: index * 2_000,
      toMs: index * 2_000 + 1_900,
    }));
    const { toPlace } = shortAxis({ gaps: many, idleMs: 57_000, wholeMs: 60_000 });
    expect(toPlace(60_000)).toBeCloseTo(3_000 * 1.4);
  });
});
