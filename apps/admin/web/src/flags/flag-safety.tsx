import { type FlagView } from '#contracts';
import { brokerMetrics } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Figure, Figures } from '../ui/facts.tsx';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { guardWords } from './consequences.ts';
import { rateWord } from './flag-words.ts';
import classes from './flags.module.css';
import { useFlagAlerts } from './flag-queries.ts';
import { formatCalendarDay, formatPercent } from '../ui/format.ts';

const CHART_PX = 120;
const GUARD_CHART_DAYS = 7;

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
      hint={`It becomes the platform’s default only after ${rateWord(gate.minRate)} over ${gate.minTurns} turns of all orgs measured in ${gate.measuredIn} in the last ${gate.windowDays} days. A single org may have it at any time.`}
    >
      <div className={classes.gate}>
        <Figures>
          <Figure
            name="toolInBrokeredSet"
            value={rateWord(gate.rate)}
            tone={gate.rate !== null && gate.rate >= gate.minRate ? 'green' : 'amber'}
            note={`all orgs; needs ${rateWord(gate.minRate)}`}
          />
          <Figure
            name="Measured turns"
            value={gate.turns.toLocaleString('en-US')}
            tone={gate.turns >= gate.minTurns ? 'green' : 'amber'}
            note={`all orgs; needs ${gate.minTurns}`}
          />
        </Figures>
        <RateChart
          mode={gate.measuredIn}
          of="all orgs"
          days={gate.windowDays}
          rates={gate.days}
          minRate={gate.minRate}
        />
      </div>
    </Section>
  );
}

function Guard({ flag, guard }: { flag: string; guard: NonNullable<FlagView['guard']> }) {
  const { search } = usePageSearch();
  const alerts = useFlagAlerts(search.org);
  const org = useOrgChoice();
  const rates = useAnswer({
    key: 'broker',
    path: '/admin/broker/metrics',
    query: { org: search.org, days: GUARD_CHART_DAYS, by: 'day', mode: guard.variant },
    schema: brokerMetrics,
  });
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
        <RateChart
          mode={guard.variant}
          of={org?.slug ?? 'all orgs'}
          days={GUARD_CHART_DAYS}
          rates={rates.data?.groups.map(({ key, rate }) => ({ day: key, rate })) ?? []}
          minRate={guard.minRate}
        />
      </div>
    </Section>
  );
}

interface RateChartProps {
  mode: string;
  /** Whose turns they are. */
  of: string;
  days: number;
  rates: readonly { day: string; rate: number }[];
  minRate: number;
}

/** toolInBrokeredSet by day, in one mode. */
function RateChart({ mode, of, days, rates, minRate }: RateChartProps) {
  if (rates.length === 0)
    return (
      <p className="muted">
        Nothing of {of} was measured in {mode} in the last {days} days.
      </p>
    );
  return (
    <div>
      <p className="muted">
        In {mode} by day, {of}, last {days} days
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
