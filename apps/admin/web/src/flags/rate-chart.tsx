import { LineChart } from '../ui/charts/line-chart.tsx';
import { formatCalendarDay, formatPercent } from '../ui/format.ts';
import { rateWord } from './flag-labels.ts';

const CHART_PX = 120;

interface RateChartProps {
  mode: string;
  of: string;
  days: number;
  rates: readonly { day: string; rate: number }[];
  minRate: number;
}

export function RateChart({ mode, of, days, rates, minRate }: RateChartProps) {
  if (rates.length === 0)
    return (
      <p className="muted">
        No data in {mode} for {of} in the last {days} days.
      </p>
    );
  return (
    <div>
      <p className="muted">
        By day in {mode}, {of}, last {days} days
      </p>
      <LineChart
        label={`toolInBrokeredSet in ${mode} by day, ${of}`}
        labels={rates.map(({ day }) => formatCalendarDay(day))}
        series={[{ name: `in ${mode}`, values: rates.map(({ rate }) => rate * 100) }]}
        format={(value) => formatPercent(Number(value.toFixed(1)))}
        threshold={{ value: minRate * 100, name: `at least ${rateWord(minRate)}` }}
        heightPx={CHART_PX}
        max={100}
      />
    </div>
  );
}
