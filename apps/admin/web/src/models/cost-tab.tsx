import { SegmentedControl } from '@mantine/core';
import { consoleCostReport, priceSet, wordList } from '#contracts';
import { consoleSpend, spendGroupings, type ConsoleSpend, type SpendGrouping } from '#contracts/console';
import { spendRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useAcrossOrgs, useOneOrg } from '../session/use-one-org.ts';
import { Bars } from '../ui/charts/bars.tsx';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields } from '../ui/csv.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Figure, Figures } from '../ui/facts.tsx';
import { formatCalendarDay, formatCost, formatCount, formatPercent, NONE } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageFilter } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { daysIn } from './days-in.ts';
import classes from './models.module.css';

const POLL_MS = 15_000;
const CHART_PX = 160;
const SHOWN_BARS = 8;

type By = Exclude<SpendGrouping, 'day'>;
const NAMES: Record<By, string> = { org: 'Org', model: 'Model', task: 'Task', tier: 'Tier' };

export function CostTab() {
  const { search, change } = usePageSearch<'days' | 'by' | 'prices'>();
  const acrossOrgs = useAcrossOrgs();
  const groupings = spendGroupings.filter((one): one is By => one !== 'day' && (one !== 'org' || acrossOrgs));
  const by = groupings.find((one) => one === search.by) ?? 'model';
  const polled = { pollMs: POLL_MS };
  const groups = useAnswer(spendRequest(search, by), consoleSpend, polled);
  const days = useAnswer(spendRequest(search, 'day'), consoleSpend, polled);
  if (groups.error || !groups.data || !days.data)
    return <NoAnswer to={groups.data ? days : groups} what="The cost" />;
  const { totalUsd, beforeUsd, estimatedUsd, unpriced, groups: all } = days.data;
  const rows = groups.data.groups;
  const calls = sum(all, 'calls');
  const isUnknown = ({ key, costUsd }: Group) => by === 'model' && costUsd === 0 && unpriced.includes(key);
  return (
    <Scroll label="Cost">
      <Figures>
        <Figure
          name="Spent"
          value={totalUsd === 0 && unpriced.length > 0 ? 'unknown' : formatCost(totalUsd)}
          note={comparison(totalUsd, beforeUsd)}
        />
        <Figure
          name="Calls"
          value={formatCount(calls)}
          note={estimatedUsd > 0 ? `${formatCost(estimatedUsd)} estimated after worker crashes` : undefined}
        />
        <Figure name="Input tokens" value={formatCount(sum(all, 'promptTokens'))} note={cachedNote(all)} />
        <Figure name="Output tokens" value={formatCount(sum(all, 'completionTokens'))} />
      </Figures>
      {unpriced.length > 0 && (
        <p className={classes.unpriced}>
          Calls of {unpriced.join(', ')} have no price, so no figure here includes their cost: set
          MODEL_PRICES_USD.
        </p>
      )}
      <Section title="By day">
        {all.length === 0 ? (
          <p className="muted">No model calls in this range.</p>
        ) : (
          <LineChart
            label="Spend by day"
            labels={daysIn(days.data).map(formatCalendarDay)}
            series={[
              {
                name: 'spent',
                values: daysIn(days.data).map((day) => all.find(({ key }) => key === day)?.costUsd ?? 0),
              },
            ]}
            format={(value) => formatCost(value)}
            heightPx={CHART_PX}
            min={0}
          />
        )}
      </Section>
      <Section
        title={`By ${NAMES[by].toLowerCase()}`}
        hint={by === 'task' ? unlistedHint(sum(rows, 'calls'), calls) : undefined}
        actions={
          <>
            <SegmentedControl
              aria-label="Grouped by"
              value={by}
              onChange={(next) => change({ by: next === 'model' ? undefined : next })}
              data={groupings.map((value) => ({ value, label: NAMES[value] }))}
            />
            <CsvButton name={`spend-by-${by}`} rows={() => [rows]} columns={CSV} />
          </>
        }
      >
        {rows.length === 0 ? (
          <EmptyState title="No spend in this range">
            The offline model is free. Calls with a provider key are counted here.
          </EmptyState>
        ) : (
          <div className={classes.split}>
            <Bars
              label={`Spend by ${NAMES[by].toLowerCase()}`}
              rows={rows.filter((row) => !isUnknown(row)).slice(0, SHOWN_BARS)}
              rowKey={({ key }) => key}
              name={({ key }) => key}
              value={({ costUsd }) => costUsd}
              format={(value) => formatCost(value)}
            />
            <DataTable
              label={`Spend by ${NAMES[by].toLowerCase()}`}
              rows={rows}
              rowKey={({ key }) => key}
              empty="No spend"
              columns={[
                { name: NAMES[by], of: ({ key }) => key },
                { name: 'Calls', align: 'end', of: ({ calls }) => formatCount(calls) },
                { name: 'Input', align: 'end', of: ({ promptTokens }) => formatCount(promptTokens) },
                { name: 'Output', align: 'end', of: ({ completionTokens }) => formatCount(completionTokens) },
                {
                  name: 'Cost',
                  align: 'end',
                  of: (row) =>
                    isUnknown(row) ? <span className="muted">unknown</span> : formatCost(row.costUsd),
                },
              ]}
            />
          </div>
        )}
      </Section>
      <Savings />
    </Scroll>
  );
}

const unlistedHint = (listed: number, calls: number): string | undefined =>
  listed < calls
    ? `${formatCount(listed)} of ${formatCount(calls)} calls; the others were answered by rules or repeated, or have no trace`
    : undefined;

type Group = ConsoleSpend['groups'][number];

const CSV = csvFields<Group>(
  ...wordList('key calls promptTokens cachedTokens cacheWriteTokens completionTokens costUsd'),
);

/** Compared with the same tokens on a single tier. */
function Savings() {
  const { picked, org } = useOneOrg();
  const { search } = usePageSearch<'days' | 'prices'>();
  const prices = priceSet.options.find((one) => one === search.prices);
  const { data } = useAnswer(
    { key: 'models', path: '/admin/model-costs', query: { org, days: search.days, prices } },
    consoleCostReport,
    { enabled: picked },
  );
  return (
    <Section
      title="Routing savings"
      hint="Compared with running all calls on one tier"
      actions={
        picked && <PageFilter name="prices" label="Prices for offline calls" options={priceSet.options} />
      }
    >
      {!picked ? (
        <p className="muted">Pick an org: savings are computed with its own models and tiers.</p>
      ) : (
        data && (
          <div className={classes.split}>
            <Figures>
              <Saving
                name="Against all standard"
                saved={data.savedAgainstStandard}
                note={`${formatCost(data.costUsd)} instead of ${formatCost(data.allStandardUsd)}${ceiling(data.ceilingAgainstStandard)}`}
              />
              <Saving
                name="Against all premium"
                saved={data.savedAgainstPremium}
                note={`instead of ${formatCost(data.allPremiumUsd)}${ceiling(data.ceilingAgainstPremium)}`}
              />
            </Figures>
            <DataTable
              label="Calls by tier"
              rows={data.tiers}
              rowKey={({ tier }) => tier}
              empty="No calls"
              columns={[
                { name: 'Tier', of: ({ tier }) => tier },
                {
                  name: 'Calls',
                  align: 'end',
                  of: ({ calls, shareOfCalls }) => `${formatCount(calls)} (${share(shareOfCalls)})`,
                },
                {
                  name: 'Tokens',
                  align: 'end',
                  of: ({ tokens, shareOfTokens }) => `${formatCount(tokens)} (${share(shareOfTokens)})`,
                },
                { name: 'Cost', align: 'end', of: ({ costUsd }) => formatCost(costUsd) },
              ]}
            />
          </div>
        )
      )}
    </Section>
  );
}

function Saving({ name, saved, note }: { name: string; saved: number | null; note: string }) {
  return (
    <Figure name={name} value={lessOrMore(saved)} tone={(saved ?? 0) > 0 ? 'green' : undefined} note={note} />
  );
}

type Counted = 'calls' | 'promptTokens' | 'cachedTokens' | 'cacheWriteTokens' | 'completionTokens';
function sum(rows: ConsoleSpend['groups'], of: Counted): number {
  return rows.reduce((total, row) => total + row[of], 0);
}

function cachedNote(rows: ConsoleSpend['groups']): string {
  const prompt = sum(rows, 'promptTokens');
  if (prompt === 0) return 'none';
  const written = sum(rows, 'cacheWriteTokens');
  const cached = `${share(sum(rows, 'cachedTokens') / prompt)} cached`;
  return written === 0 ? cached : `${cached}, ${share(written / prompt)} written to caches`;
}

function comparison(now: number, before: number): string {
  if (before === 0) return 'no spend in the previous range';
  const change = Math.round(((now - before) / before) * 100);
  return `${change >= 0 ? '+' : '−'}${formatPercent(Math.abs(change))} vs the previous range (${formatCost(before)})`;
}

/** Upper bound: all calls on the flash tier. */
const ceiling = (value: number | null): string => (value === null ? '' : `; at most ${share(value)} less`);

/** Positive values are savings; negative ones are extra cost for tasks that need a better tier. */
const lessOrMore = (value: number | null): string =>
  value === null || value === 0 ? share(value) : `${share(Math.abs(value))} ${value > 0 ? 'less' : 'more'}`;

const share = (value: number | null): string =>
  value === null ? NONE : formatPercent(Math.round(value * 100));
