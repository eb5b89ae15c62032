import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AnalyticsAnswer, AnalyticsRow } from '#contracts/console';
import { Bars } from '../ui/charts/bars.tsx';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { CodeHint } from '../ui/code-hint.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { counted } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import classes from './analytics.module.css';
import { dimensionWord, formatFigure, groupsOf, MAX_SERIES, seriesOf, timeIndex } from './figures.ts';

const MAX_BARS = 25;
const MAX_TABLE_ROWS = 500;
/** Measures whose figures a list of messages explains. */
const MISSES: ReadonlySet<string> = new Set([
  'brokerMisses',
  'brokerMissRate',
  'toolSearchMisses',
  'toolInBrokeredSet',
]);
const SOURCES = { day: 'daily rollups', hour: 'hourly rollups', rows: 'single rows' };

const keyOf = ({ keys }: AnalyticsRow) => keys.join(' · ') || 'All';

export function AnalyticsAnswerView({ answer, org }: { answer: AnalyticsAnswer; org: string | undefined }) {
  const { by, measures, range, rows, answeredFrom, rolledUpAt, truncated, sql } = answer;
  const isMoment = by.includes('hour') || by.includes('minute');
  return (
    <>
      <div className={classes.sides}>
        <section aria-label="Chart">
          <Charted answer={answer} />
          <Chart answer={answer} />
        </section>
        <section aria-label="Table">
          <Table answer={answer} />
        </section>
      </div>
      <p className={classes.note}>
        {counted(rows.length, 'row')}
        {truncated || rows.length > MAX_TABLE_ROWS ? ', not all shown' : ''}, from {SOURCES[answeredFrom]}
        {answeredFrom !== 'rows' && rolledUpAt !== null && (
          <>
            , updated <RelativeTime at={rolledUpAt} />
          </>
        )}
        . {isMoment ? 'Times are UTC' : `Days are those of ${range.timeZone}`}.
        {measures.some(({ name }) => MISSES.has(name)) && (
          <>
            {' '}
            Why?{' '}
            <Link to="/broker" search={{ org, tab: 'misses' }}>
              Messages behind these misses
            </Link>
          </>
        )}
      </p>
      <details className={classes.sql}>
        <summary>SQL</summary>
        {sql.map(({ measure, text }) => (
          <CodeHint key={measure} label={`SQL of ${measure}`} code={text} />
        ))}
      </details>
    </>
  );
}

function Charted({ answer }: { answer: AnalyticsAnswer }) {
  const { measures, rows } = answer;
  const [shown, all, what] =
    timeIndex(answer) >= 0 ? [MAX_SERIES, groupsOf(answer).length, 'lines'] : [MAX_BARS, rows.length, 'bars'];
  const parts = [
    measures.length > 1 && measures[0]?.label,
    all > shown && `the ${shown} largest of ${all} ${what}`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return text ? (
    <Box component="p" m="0 0 4px" c="dimmed" fz="xs">
      Charted: {text}
    </Box>
  ) : null;
}

function Chart({ answer }: { answer: AnalyticsAnswer }) {
  const [measure] = answer.measures;
  if (!measure) return null;
  const format = (value: number) => formatFigure(value, measure);
  if (timeIndex(answer) >= 0)
    return (
      <LineChart
        label={measure.label}
        {...seriesOf(answer)}
        format={format}
        heightPx={260}
        durations={measure.unit === 'ms'}
        {...(measure.unit === 'share' ? { max: 1 } : { min: 0 })}
      />
    );
  return (
    <Bars
      label={measure.label}
      rows={answer.rows.slice(0, MAX_BARS)}
      rowKey={keyOf}
      name={keyOf}
      value={({ values }) => values[0] ?? 0}
      format={format}
      {...(measure.unit === 'share' ? { max: 1 } : {})}
    />
  );
}

function Table({ answer: { by, measures, before, rows } }: { answer: AnalyticsAnswer }) {
  const dimensions = by.map((name, index) => ({
    name: dimensionWord(name),
    of: ({ keys }: AnalyticsRow) => keys[index],
  }));
  const figures = measures.flatMap((measure, index) => {
    const column = {
      name: measure.label,
      align: 'end' as const,
      of: ({ values }: AnalyticsRow) => formatFigure(values[index], measure),
    };
    const earlier = {
      name: `${measure.label}, previous range`,
      align: 'end' as const,
      of: (row: AnalyticsRow) => formatFigure(row.before?.[index], measure),
    };
    return before ? [column, earlier] : [column];
  });
  return (
    <DataTable
      label={measures.map(({ label }) => label).join(', ')}
      columns={[...dimensions, ...figures]}
      rows={rows.slice(0, MAX_TABLE_ROWS)}
      rowKey={keyOf}
      empty="No rows. Choose a longer range or remove a filter."
    />
  );
}
