import { Link } from '@tanstack/react-router';
import { consoleOverview, type ConsoleOverview } from '#contracts/console';
import { overviewRequest } from '../api/requests.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { Figure, Figures } from '../ui/facts.tsx';
import { formatCalendarDay, formatCost, formatDuration, formatPercent, formatShare } from '../ui/format.ts';
import { LiveMark } from '../ui/live-mark.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { useAcrossOrgs } from '../session/use-one-org.ts';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { Alerts } from './alerts.tsx';
import classes from './overview.module.css';
import {
  changeWord,
  perMinute,
  queueTone,
  rateTone,
  spendNote,
  spendTone,
  successOf,
  successTone,
} from './overview-figures.ts';

const CHART_PX = 150;

export function OverviewPage() {
  const { search } = usePageSearch();
  const query = useAnswer(overviewRequest(search), consoleOverview, { pollMs: POLL_INTERVAL_MS });
  return (
    <Page title="Overview" status={<LiveMark failed={query.isRefetchError} />}>
      {query.data ? (
        <Scroll label="Overview">
          <Now overview={query.data} />
          <Alerts alerts={query.data.alerts} />
          <Courses overview={query.data} />
        </Scroll>
      ) : (
        <NoAnswer to={query} what="The overview" />
      )}
    </Page>
  );
}

function Now({ overview }: { overview: ConsoleOverview }) {
  const { hour, before, queue, spend, broker } = overview;
  return (
    <Figures>
      <Figure name="Turns per minute" value={perMinute(hour)} note={changeWord(hour.turns, before.turns)} />
      <Figure
        name="Success"
        value={formatShare(successOf(hour))}
        tone={successTone(hour)}
        note={`${hour.failed} failed in the last hour`}
      />
      <Figure
        name="p95 time to reply"
        value={formatDuration(hour.p95Ms)}
        note={
          before.p95Ms === null
            ? 'no turns in the previous hour'
            : `${formatDuration(before.p95Ms)} in the previous hour`
        }
      />
      <Figure
        name="Queue depth"
        value={queue.queued.toLocaleString('en-US')}
        tone={queueTone(queue)}
        note={
          queue.oldestMs === null
            ? `${queue.running} running, none waiting`
            : `oldest ${formatDuration(queue.oldestMs)}, ${queue.running} running`
        }
      />
      <Figure
        name="Spend today"
        value={formatCost(spend.todayUsd)}
        tone={spendTone(spend)}
        note={spendNote(spend)}
      />
      <Figure
        name="Tools in the broker’s set"
        value={
          <Link to="/broker" search={(current: { org?: string }) => ({ org: current.org })}>
            {formatShare(broker.rate)}
          </Link>
        }
        tone={rateTone(broker)}
        note={
          broker.rate === null
            ? 'no data in 7 days'
            : `${broker.turns.toLocaleString('en-US')} turns in 7 days, target ${formatShare(broker.target)}`
        }
      />
    </Figures>
  );
}

const clock = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

function Courses({ overview: { minutes, spend, broker } }: { overview: ConsoleOverview }) {
  const acrossOrgs = useAcrossOrgs();
  const labels = minutes.map(({ at }) => clock(at));
  return (
    <div className={classes.courses}>
      <Section title="Turns by minute" hint="By minute of acceptance">
        <LineChart
          label="Turns by minute over the last hour"
          labels={labels}
          series={[
            { name: 'accepted', values: minutes.map(({ accepted }) => accepted) },
            // A line of zeros would run along the axis in red.
            ...(minutes.some(({ failed }) => failed > 0)
              ? [{ name: 'failed', values: minutes.map(({ failed }) => failed), tone: 'red' as const }]
              : []),
          ]}
          format={(value) => String(Number(value.toFixed(1)))}
          heightPx={CHART_PX}
          min={0}
        />
      </Section>
      <Section title="Time to reply, p95" hint="Without waits for people and retries">
        <LineChart
          label="p95 time to reply by minute over the last hour"
          labels={labels}
          series={[{ name: 'p95', values: minutes.map(({ p95Ms }) => p95Ms) }]}
          format={(value) => formatDuration(value)}
          heightPx={CHART_PX}
          min={0}
          durations
        />
      </Section>
      <Section title="Spend" hint="Model calls by day, in USD">
        <LineChart
          label="Spend on models by day"
          labels={spend.days.map(({ day }) => formatCalendarDay(day))}
          series={[{ name: 'spent', values: spend.days.map(({ usd }) => usd) }]}
          format={(value) => formatCost(value)}
          threshold={
            // The days are of all orgs in view, of which only some may have a budget.
            acrossOrgs || spend.hardUsd === null
              ? undefined
              : { value: spend.hardUsd, name: `daily budget ${formatCost(spend.hardUsd)}` }
          }
          heightPx={CHART_PX}
          min={0}
        />
      </Section>
      <Section title="Tools in the broker’s set" hint="Share of turns whose called tools were all in the set">
        <LineChart
          label="toolInBrokeredSet by day"
          labels={broker.days.map(({ day }) => formatCalendarDay(day))}
          series={[
            {
              name: 'in the set',
              values: broker.days.map(({ rate }) => (rate === null ? null : rate * 100)),
            },
          ]}
          format={(value) => formatPercent(Number(value.toFixed(1)))}
          threshold={{ value: broker.target * 100, name: `target ${formatShare(broker.target)}` }}
          heightPx={CHART_PX}
          max={100}
        />
      </Section>
    </div>
  );
}
