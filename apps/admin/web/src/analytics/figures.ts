import type { AnalyticsAnswer, AnalyticsMeasureView, AnalyticsTime } from '#contracts/console';
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
/** More lines cannot be told apart. */
export const MAX_SERIES = 5;
const TONES = ['accent', 'green', 'amber', 'red', 'muted'] as const;
const WHOLE = 'All';

export function dimensionWord(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS: Record<AnalyticsTime, number> = {
  minute: HOUR_MS / 60,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
/** The first Monday after the Unix epoch. */
const A_MONDAY_MS = 4 * DAY_MS;

/** Every minute, hour, day or week of the range, as rows name them, including empty ones. */
function timesOf({ range, by }: AnalyticsAnswer, time: number): string[] {
  const unit = by[time] as AnalyticsTime;
  const stepMs = STEP_MS[unit];
  const isMoment = unit === 'minute' || unit === 'hour';
  const lastMs = Date.parse(range.to) - 1;
  const [fromMs, toMs] = isMoment
    ? [Date.parse(range.from), lastMs]
    : [dayMs(Date.parse(range.from), range.timeZone), dayMs(lastMs, range.timeZone)];
  const offsetMs = unit === 'week' ? A_MONDAY_MS : 0;
  const times: string[] = [];
  for (let at = fromMs - ((fromMs - offsetMs) % stepMs); at <= toMs; at += stepMs) {
    const key = new Date(at).toISOString();
    times.push(isMoment ? key.replace('.000Z', 'Z') : key.slice(0, 'YYYY-MM-DD'.length));
  }
  return times;
}

/** The date in the zone at that moment, as midnight UTC. */
function dayMs(at: number, timeZone: string): number {
  return Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at));
}

/** The rows by the value of the dimension that is not the time, largest first. */
export function groupsOf(answer: AnalyticsAnswer): [name: string, rows: AnalyticsAnswer['rows']][] {
  const time = timeIndex(answer);
  const whole = answer.measures[0]?.label ?? WHOLE;
  const groups = Map.groupBy(answer.rows, ({ keys }) => keys.find((_, index) => index !== time) ?? whole);
  const sizeOf = (rows: AnalyticsAnswer['rows']) =>
    rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
  return [...groups].sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
}

/** The first measure over time: one line per value of the other dimension, largest first, and the previous range. */
export function seriesOf(answer: AnalyticsAnswer): { labels: string[]; series: ChartSeries[] } {
  const time = timeIndex(answer);
  // A truncated answer does not show which times are empty.
  const others = answer.truncated ? [] : timesOf(answer, time);
  const labels = [...new Set([...others, ...answer.rows.map(({ keys }) => keys[time] ?? '')])].sort();
  const adds = answer.measures[0]?.adds ?? false;
  const greatest = groupsOf(answer).slice(0, MAX_SERIES);
  const series = greatest.flatMap(([name, rows], index): ChartSeries[] => {
    const at = new Map(rows.map((row) => [row.keys[time] ?? '', row]));
    // Empty times are zero for a count and no value for a rate.
    const none = adds ? 0 : null;
    const line: ChartSeries = {
      name,
      values: labels.map((label) => at.get(label)?.values[0] ?? none),
      tone: TONES[index] ?? 'muted',
    };
    if (!answer.before || greatest.length > 1) return [line];
    return [
      line,
      {
        name: 'Previous range',
        values: labels.map((label) => at.get(label)?.before?.[0] ?? none),
        tone: 'muted',
        dashed: true,
      },
    ];
  });
  return { labels: labels.map(shortTime), series };
}

/** Axis label: a day without its year, an hour without its date. */
function shortTime(key: string): string {
  return key.includes('T')
    ? key.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
    : formatCalendarDay(key);
}
