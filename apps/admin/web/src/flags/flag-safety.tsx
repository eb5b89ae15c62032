import { type FlagView } from '#contracts';
import { brokerMetrics } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Figure, Figures } from '../ui/facts.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { guardWords } from './consequences.ts';
import { rateWord } from './flag-words.ts';
import classes from './flags.module.css';
import { useFlagAlerts } from './flag-queries.ts';
import { formatCalendarDay, formatPercent } from '../ui/format.ts';

const CHART_PX = 120;

/** What stands between a flag and harm: the gate before its rollout, and the safeguard after. */
export function FlagSafety({ flag }: { flag: FlagView }) {
  return (
    <>
      {flag.gate && <Gate gate={flag.gate} />}
      {flag.guard && <Guard flag={flag.key} guard={flag.guard} />}
    </>
  );
}

function Gate({ gate }: { gate: NonNullable<FlagView['gate']> }) {
  return (
    <Section
      title={`Gate of ${gate.variant}: ${gate.open ? 'open' : 'closed'}`}
      hint={`It becomes the platform’s default only after ${rateWord(gate.minRate)} over ${gate.minTurns} turns measured in ${gate.measuredIn} in the last ${gate.windowDays} days. A single org may have it at any time.`}
    >
      <div className={classes.gate}>
        <Figures>
          <Figure
            name="toolInBrokeredSet"
            value={rateWord(gate.rate)}
            tone={gate.rate !== null && gate.rate >= gate.minRate ? 'green' : 'amber'}
            note={`needs ${rateWord(gate.minRate)}`}
          />
          <Figure
            name="Measured turns"
            value={gate.turns.toLocaleString('en-US')}
            tone={gate.turns >= gate.minTurns ? 'green' : 'amber'}
            note={`needs ${gate.minTurns}`}
          />
        </Figures>
        <RateChart mode="shadow" days={gate.windowDays} minRate={gate.minRate} />
      </div>
    </Section>
  );
}

function Guard({ flag, guard }: { flag: string; guard: NonNullable<FlagView['guard']> }) {
  const { search } = usePageSearch();
  const alerts = useFlagAlerts(search.org);
  const fired = (alerts.data?.items ?? []).filter((alert) => alert.flag === flag);
  return (
    <Section title="Safeguard" hint={guardWords(guard)}>
      <div className={classes.gate}>
        <DataTable
          label="What it took back"
          rows={fired.slice(0, 5)}
          rowKey={({ id }) => id}
          empty="It has taken nothing back."
          columns={[
            { name: 'Org', of: ({ org }) => org.slug },
            { name: 'From', of: ({ fromValue, toValue }) => `${fromValue} → ${toValue}` },
            { name: 'Rate', align: 'end', of: ({ rate, turns }) => `${rateWord(rate)} of ${turns}` },
            { name: 'When', align: 'end', of: ({ raisedAt }) => <RelativeTime at={raisedAt} /> },
          ]}
        />
        <RateChart mode="enforce" days={7} minRate={guard.minRate} />
      </div>
    </Section>
  );
}

/** toolInBrokeredSet by day, in one mode. */
function RateChart({ mode, days, minRate }: { mode: 'shadow' | 'enforce'; days: number; minRate: number }) {
  const { search } = usePageSearch();
  const { data } = useAnswer({
    key: 'broker',
    path: '/admin/broker/metrics',
    query: { org: search.org, days, by: 'day', mode },
    schema: brokerMetrics,
  });
  const groups = data?.groups ?? [];
  if (groups.length === 0)
    return (
      <p className="muted">
        Nothing was measured in {mode} in the last {days} days.
      </p>
    );
  return (
    <LineChart
      label={`toolInBrokeredSet in ${mode} by day`}
      labels={groups.map(({ key }) => formatCalendarDay(key))}
      series={[{ name: `in ${mode}`, values: groups.map(({ rate }) => rate * 100) }]}
      format={(value) => formatPercent(Number(value.toFixed(1)))}
      threshold={{ value: minRate * 100, name: `at least ${rateWord(minRate)}` }}
      heightPx={CHART_PX}
      max={100}
    />
  );
}
