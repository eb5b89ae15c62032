import type { AnalyticsAnswer, AnalyticsMeasureView, AnalyticsTime } from '#contracts/console';
import { groupsOf, seriesOf } from './figures.ts';

const turns = { label: 'Turns', unit: 'count', adds: true } as AnalyticsMeasureView;
const success = { label: 'Success rate', unit: 'share', adds: false } as AnalyticsMeasureView;

function answer(
  by: AnalyticsTime,
  range: [from: string, to: string, timeZone?: string],
  values: Record<string, number>,
  more: Partial<AnalyticsAnswer> = {},
): AnalyticsAnswer {
  const [from, to, timeZone = 'UTC'] = range;
  return {
    measures: [turns],
    by: [by],
    range: { from, to, timeZone },
    before: null,
    answeredFrom: 'day',
    rolledUpAt: null,
    rows: Object.entries(values).map(([key, value]) => ({ keys: [key], values: [value] })),
    truncated: false,
    sql: [],
    ...more,
  };
}

const drawn = (of: AnalyticsAnswer) => {
  const { labels, series } = seriesOf(of);
  return labels.map((label, at) => [label, series[0]?.values[at]]);
};

const FOUR_DAYS: [string, string] = ['2026-11-20T00:00:00Z', '2026-11-24T00:00:00Z'];

it('draws days without events, so that each step of the axis is a day', () => {
  expect(drawn(answer('day', FOUR_DAYS, { '2026-11-20': 3, '2026-11-22': 5 }))).toEqual([
    ['20 Nov', 3],
    ['21 Nov', 0],
    ['22 Nov', 5],
    ['23 Nov', 0],
  ]);
});

it('leaves a rate empty on days without events', () => {
  const measured = answer('day', FOUR_DAYS, { '2026-11-20': 0.9 }, { measures: [success] });
  expect(seriesOf(measured).series[0]?.values).toEqual([0.9, null, null, null]);
});

it('counts days in the time zone of the answer', () => {
  const dubai: [string, string, string] = ['2026-11-19T20:00:00Z', '2026-11-21T20:00:00Z', 'Asia/Dubai'];
  expect(drawn(answer('day', dubai, { '2026-11-21': 1 }))).toEqual([
    ['20 Nov', 0],
    ['21 Nov', 1],
  ]);
});

it('begins with the Monday of the first week of the range', () => {
  const range: [string, string] = ['2026-11-04T00:00:00Z', '2026-11-24T00:00:00Z'];
  expect(drawn(answer('week', range, { '2026-11-16': 4 }))).toEqual([
    ['2 Nov', 0],
    ['9 Nov', 0],
    ['16 Nov', 4],
    ['23 Nov', 0],
  ]);
});

it('draws every hour, even in a time zone with a half-hour offset', () => {
  const range: [string, string, string] = ['2026-11-19T18:30:00Z', '2026-11-19T21:00:00Z', 'Asia/Kolkata'];
  expect(drawn(answer('hour', range, { '2026-11-19T19:00:00Z': 2 }))).toEqual([
    ['18:00', 0],
    ['19:00', 2],
    ['20:00', 0],
  ]);
});

it('does not fill gaps of a truncated answer', () => {
  const cut = answer('day', FOUR_DAYS, { '2026-11-20': 3, '2026-11-22': 5 }, { truncated: true });
  expect(drawn(cut)).toEqual([
    ['20 Nov', 3],
    ['22 Nov', 5],
  ]);
});

it('names every value of the other dimension, also those without a line of their own', () => {
  const day = '2026-11-20';
  const rows = Array.from({ length: 8 }, (_, index) => ({ keys: [day, `agent ${index}`], values: [index] }));
  const byAgent = { ...answer('day', FOUR_DAYS, {}), by: ['day', 'agent'], rows } as AnalyticsAnswer;
  expect(groupsOf(byAgent).map(([name]) => name)).toEqual(rows.map(({ keys }) => keys[1]).toReversed());
  expect(seriesOf(byAgent).series).toHaveLength(5);
});
