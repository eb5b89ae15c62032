import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconTargetArrow } from '@tabler/icons-react';
import { brokerMetrics, type BrokerMetrics } from '#contracts/console';
import { brokerRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { LineChart } from '../ui/charts/line-chart.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Figure, Figures } from '../ui/facts.tsx';
import { counted, formatCalendarDay, formatCount, formatPercent, formatShare } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { GateFigure } from './broker-gate.tsx';
import { DEFAULT_GROUPING, type BrokerSearchName } from './broker-search.ts';
import { formatMicroseconds, RATE_TARGET } from './percent.ts';
import { ToolLink } from '../ui/entity-links.tsx';

type BrokerGroup = BrokerMetrics['groups'][number];

/** Slow enough to read the figures; new turns change them little. */
const REFRESH_MS = 30_000;
const GROUPINGS = [
  { value: 'tool', label: 'Tool' },
  { value: 'agent', label: 'Agent' },
  { value: 'intent', label: 'Intent' },
  { value: 'language', label: 'Language' },
  { value: 'maturity', label: 'Calls so far' },
  { value: 'mode', label: 'Mode' },
  { value: 'org', label: 'Org' },
];

const dayLabel = ({ key }: BrokerGroup) => formatCalendarDay(key);

/** Explains the two lines, and why the net can be negative. */
function savedHint(days: readonly BrokerGroup[]): string {
  const net = days.reduce((sum, day) => sum + day.tokensSavedNet, 0);
  const what = 'Per day. Net: minus the prompt cache tokens lost to changed tool lists.';
  return net >= 0
    ? what
    : `${what} Net is below zero: when the tool list changes between turns, the provider re-reads the prompt, and here that costs more than the omitted schemas save. With about a dozen tools in scope there is little to omit.`;
}

export function BrokerOverview() {
  const { search, change } = usePageSearch<BrokerSearchName>();
  const { mode } = search;
  const by = search.by ?? DEFAULT_GROUPING;
  const refreshed = { pollMs: REFRESH_MS };
  const daily = useAnswer(brokerRequest(search, 'day'), brokerMetrics, refreshed);
  const groups = useAnswer(brokerRequest(search, by), brokerMetrics, refreshed);
  if (!daily.data) return <NoAnswer to={daily} what="The broker’s figures" />;
  if (daily.data.groups.length === 0) return <BrokerEmpty narrowed={mode !== undefined} />;
  return (
    <Scroll label="Overview of the broker">
      <Totals days={daily.data.groups} />
      <Section
        title="Called tools in the broker’s set"
        hint="Share of turns whose called tools were all in the set, by day (UTC). Enforce requires 95 %."
      >
        <RateChart days={daily.data.groups} />
      </Section>
      <Section title="Schema tokens saved" hint={savedHint(daily.data.groups)}>
        <LineChart
          label="Schema tokens saved by day"
          labels={daily.data.groups.map(dayLabel)}
          format={formatCount}
          // The cache loss can exceed the savings.
          {...(daily.data.groups.every((day) => day.tokensSavedNet >= 0) && { min: 0 })}
          heightPx={132}
          series={[
            {
              name: 'saved',
              values: daily.data.groups.map((day) => day.tokensSaved),
              tone: 'muted',
              dashed: true,
            },
            { name: 'net of the cache', values: daily.data.groups.map((day) => day.tokensSavedNet) },
          ]}
        />
      </Section>
      <Section
        title="Breakdown"
        hint={by === 'tool' ? 'Most misses first.' : 'Lowest rate first.'}
        actions={
          <Select
            aria-label="Grouped by"
            data={GROUPINGS}
            value={by}
            onChange={(next) => change({ by: next === DEFAULT_GROUPING ? undefined : (next ?? undefined) })}
          />
        }
      >
        <GroupTable by={by} groups={groups.data?.groups ?? []} />
      </Section>
    </Scroll>
  );
}

function Totals({ days }: { days: readonly BrokerGroup[] }) {
  const sum = (of: (day: BrokerGroup) => number) => days.reduce((total, day) => total + of(day), 0);
  const turns = sum((day) => day.turns);
  const rate = sum((day) => day.hits) / Math.max(1, turns);
  const mean = (of: (day: BrokerGroup) => number) => sum((day) => of(day) * day.turns) / Math.max(1, turns);
  const misses = turns - sum((day) => day.hits);
  const saved = sum((day) => day.tokensSaved);
  const lost = saved - sum((day) => day.tokensSavedNet);
  return (
    <Figures>
      <Figure
        name="In the broker’s set"
        value={formatShare(rate)}
        tone={rate >= RATE_TARGET ? 'green' : 'red'}
        note={`target ${formatShare(RATE_TARGET)}`}
      />
      <Figure
        name="Misses"
        value={
          <Link to="/broker" search={(current) => ({ ...current, tab: 'misses', tool: undefined })}>
            {formatCount(misses)}
          </Link>
        }
        note={`of ${counted(turns, 'turn')} with tool calls`}
      />
      <Figure
        name="Tools chosen"
        value={mean((day) => day.toolsBrokered).toFixed(1)}
        note={`of ${mean((day) => day.toolsInScope).toFixed(1)} in scope`}
      />
      <Figure
        name="Tokens saved, net"
        value={formatCount(saved - lost)}
        note={`${formatCount(saved)} of schemas, minus ${formatCount(lost)} lost cache tokens`}
      />
      <Figure
        name="Selection p99"
        value={formatMicroseconds(Math.max(...days.map((day) => day.selectionUs.p99)))}
        note={`p50 ${formatMicroseconds(mean((day) => day.selectionUs.p50))}`}
      />
      <GateFigure />
    </Figures>
  );
}

function RateChart({ days }: { days: readonly BrokerGroup[] }) {
  return (
    <LineChart
      label="Share of turns whose tools were in the broker’s set, by day"
      labels={days.map(dayLabel)}
      format={(value) => formatPercent(Math.round(value * 1_000) / 10)}
      max={1}
      threshold={{ value: RATE_TARGET, name: `target ${formatShare(RATE_TARGET)}` }}
      series={[{ name: 'in the set', values: days.map((day) => day.rate) }]}
    />
  );
}

function GroupTable({ by, groups }: { by: string; groups: readonly BrokerGroup[] }) {
  const missesOf = (group: BrokerGroup) => group.turns - group.hits;
  const worstFirst = [...groups].sort(
    (one, other) =>
      (by === 'tool' && missesOf(other) - missesOf(one)) || one.rate - other.rate || other.turns - one.turns,
  );
  return (
    <DataTable
      label={`Figures by ${by}`}
      rows={worstFirst}
      rowKey={(group) => group.key}
      empty="No turn called a tool in this range."
      columns={[
        {
          name: GROUPINGS.find(({ value }) => value === by)?.label ?? by,
          of: (group) => <GroupName by={by} group={group} />,
        },
        { name: 'In the set', align: 'end', of: (group) => <Rate rate={group.rate} /> },
        { name: 'Misses', align: 'end', of: (group) => <GroupMisses by={by} group={group} /> },
        {
          name: by === 'tool' || by === 'maturity' ? 'Calls' : 'Turns',
          align: 'end',
          of: (group) => formatCount(group.turns),
        },
        {
          name: 'Chosen',
          align: 'end',
          of: (group) => `${group.toolsBrokered.toFixed(1)} of ${group.toolsInScope.toFixed(1)}`,
        },
        { name: 'Tokens saved', align: 'end', of: (group) => formatCount(group.tokensSavedNet) },
        { name: 'Selection p99', align: 'end', of: (group) => formatMicroseconds(group.selectionUs.p99) },
      ]}
    />
  );
}

function GroupMisses({ by, group }: { by: string; group: BrokerGroup }) {
  const misses = group.turns - group.hits;
  if (by !== 'tool' || misses === 0) return <>{formatCount(misses)}</>;
  return (
    <Link to="/broker" search={(current) => ({ ...current, tab: 'misses', tool: group.key })}>
      {formatCount(misses)}
    </Link>
  );
}

function GroupName({ by, group }: { by: string; group: BrokerGroup }) {
  if (group.key === '') return <span className="muted">none</span>;
  if (by !== 'tool') return <>{group.key}</>;
  return <ToolLink name={group.key} />;
}

function Rate({ rate }: { rate: number }) {
  return (
    <span style={{ color: rate >= RATE_TARGET ? undefined : 'var(--tp-red)' }}>{formatShare(rate)}</span>
  );
}

function BrokerEmpty({ narrowed }: { narrowed: boolean }) {
  return (
    <EmptyState icon={IconTargetArrow} title="No data yet">
      {narrowed
        ? 'No turn in this mode called a tool in this range. Remove the filter or choose a longer range.'
        : 'The broker measures turns that call tools while the flag tool_broker is shadow or enforce. Set the flag to shadow for an org: shadow does not change the offered tools.'}
    </EmptyState>
  );
}
