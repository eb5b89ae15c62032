import { flagAlerts, type FlagView } from '#contracts';
import { brokerMetrics } from '#contracts/console';
import { brokerRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { DataTable } from '../ui/data-table.tsx';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { guardWords } from './consequences.ts';
import { rateWord } from './flag-labels.ts';
import classes from './flags.module.css';
import { RateChart } from './rate-chart.tsx';

const GUARD_CHART_DAYS = 7;

/** Shows the guard, which sets a variant back after its rollout, with its alerts and rates. */
export function FlagGuard({ flag, guard }: { flag: string; guard: NonNullable<FlagView['guard']> }) {
  const { org: slug } = usePageSearch().search;
  const alerts = useAnswer({ key: 'flags', path: '/admin/flags/alerts', query: { org: slug } }, flagAlerts);
  const org = useOrgChoice();
  const rates = useAnswer(
    brokerRequest({ org: slug, days: String(GUARD_CHART_DAYS), mode: guard.variant }, 'day'),
    brokerMetrics,
  );
  const fired = (alerts.data?.items ?? []).filter((alert) => alert.flag === flag);
  return (
    <Section title="Safeguard" hint={guardWords(guard)}>
      <div className={classes.gate}>
        <DataTable
          label="Fallbacks"
          rows={fired.slice(0, 5)}
          rowKey={({ id }) => id}
          empty="No fallback so far."
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
