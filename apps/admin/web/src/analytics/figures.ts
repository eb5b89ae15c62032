import type { AnalyticsAnswer, AnalyticsMeasureView } from '#contracts/console';
import type { ChartSeries } from '../ui/charts/line-chart.tsx';
import {
  formatCalendarDay,
  formatCost,
  formatCount,
  formatDuration,
  formatShare,
  NONE,
} from '../ui/format.ts';

const TIMES: readonly string[] = ['minute', 'hour', 'day', 'week'];
/** More lines than these nobody tells apart. */
const MAX_SERIES = 5;
const TONES = ['accent', 'green', 'amber', 'red', 'gray'] as const;
const WHOLE = 'All';

/** A dimension as people call it: `brokerMode` as `Broker mode`. */
export function dimensionWord(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A figure in its unit. */
export function formatFigure(
  value: number | null | undefined,
  { unit }: Pick<AnalyticsMeasureView, 'unit'>,
): string {
  if (value === null || value === undefined) return NONE;
  switch (unit) {
    case 'share':
      return formatShare(value);
    case 'ms':
      return formatDuration(value);
    case 'us':
      return formatDuration(value / 1_000);
    case 'usd':
      return formatCost(value);
    case 'number':
      return value.toFixed(2);
    case 'count':
    case 'tokens':
      return formatCount(value);
  }
}

export const timeIndex = (answer: Pick<AnalyticsAnswer, 'by'>) =>
  answer.by.findIndex((one) => TIMES.includes(one));

/** The first measure over time: a line per value of the other dimension, the greatest first; beside it the range before. */
export function seriesOf(answer: AnalyticsAnswer): { labels: string[]; series: ChartSeries[] } {
  const time = timeIndex(answer);
  const labels = [...new Set(answer.rows.map(({ keys }) => keys[time] ?? ''))].sort();
  const whole = answer.measures[0]?.label ?? WHOLE;
  const groups = Map.groupBy(answer.rows, ({ keys }) => keys.find((_, index) => index !== time) ?? whole);
  const adds = answer.measures[0]?.adds ?? false;
  const sizeOf = (rows: AnalyticsAnswer['rows']) =>
    rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
  const greatest = [...groups].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a)).slice(0, MAX_SERIES);
  const series = greatest.flatMap(([name, rows], index): ChartSeries[] => {
    const at = new Map(rows.map((row) => [row.keys[time] ?? '', row]));
    // Where nothing happened a count is nothing, and a rate has no value.
    const none = adds ? 0 : null;
    const line: ChartSeries = {
      name,
      values: labels.map((label) => at.get(label)?.values[0] ?? none),
      tone: TONES[index] ?? 'gray',
    };
    if (!answer.before || greatest.length > 1) return [line];
    return [
      line,
      {
        name: 'The range before',
        values: labels.map((label) => at.get(label)?.before?.[0] ?? none),
        tone: 'gray',
        dashed: true,
      },
    ];
  });
  return { labels: labels.map(shortTime), series };
}

/** Under an axis: the day without its year, the hour without its date. */
function shortTime(key: string): string {
  return key.includes('T')
    ? key.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
    : formatCalendarDay(key);
}
