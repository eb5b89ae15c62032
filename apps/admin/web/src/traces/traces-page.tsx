import { Link, useNavigate } from '@tanstack/react-router';
import { IconTimeline } from '@tabler/icons-react';
import { consoleModels, consoleTools, foundSpanPage, type FoundSpan } from '#contracts/console';
import { useAgents } from '../agents/use-agents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useMay } from '../session/use-may.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import type { CsvColumn } from '../ui/csv.ts';
import { ClearFilters, DaysSelect, FilterSelect, offered } from '../ui/filters.tsx';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import type { ListColumn } from '../ui/list-columns.ts';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import classes from './traces-page.module.css';

type TracesSearchName = 'days' | 'agent' | 'model' | 'tool' | 'status' | 'minCost' | 'minMs' | 'q';

const STATUSES: Record<FoundSpan['status'], { label: string; tone: Tone; active?: boolean }> = {
  pending: { label: 'Pending', tone: 'amber' },
  running: { label: 'Running', tone: 'blue', active: true },
  success: { label: 'Success', tone: 'green' },
  error: { label: 'Error', tone: 'red' },
};
const SLOWER_THAN = [
  { value: '1000', label: 'over 1 s' },
  { value: '5000', label: 'over 5 s' },
  { value: '20000', label: 'over 20 s' },
];
const DEARER_THAN = [
  { value: '0.001', label: 'over $0.001' },
  { value: '0.01', label: 'over $0.01' },
  { value: '0.1', label: 'over $0.10' },
];
/** Spans have no id that is unique over traces. */
const spanKey = ({ traceId, spanId }: FoundSpan) => `${traceId}-${spanId}`;

/** Search over what was traced: turns, or the calls of one tool or model. */
export function TracesPage() {
  const { search, change, clear } = usePageSearch<TracesSearchName>();
  const { org, selected: _selected, ...filters } = search;
  const { allOrgs } = useMay();
  const navigate = useNavigate();
  const list = useKeysetList<FoundSpan>({
    key: 'traces',
    path: '/admin/traces',
    filters: { org, ...filters },
    schema: foundSpanPage,
  });
  const { days: _days, ...narrowing } = filters;
  const narrowed = Object.keys(narrowing).length > 0;
  const choices = useChoices(org, list.items);
  return (
    <Page
      title="Traces"
      actions={
        <>
          <SearchField
            label="Search traces"
            placeholder="Words, an error or an id"
            value={search.q}
            onChange={(q) => change({ q })}
          />
          <FilterSelect
            label="Status"
            options={Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }))}
            value={search.status}
            onChange={(status) => change({ status })}
          />
          <FilterSelect
            label="Agent"
            searchable
            options={offered(choices.agents, search.agent)}
            value={search.agent}
            onChange={(agent) => change({ agent })}
          />
          <FilterSelect
            label="Duration"
            options={SLOWER_THAN}
            value={search.minMs}
            onChange={(minMs) => change({ minMs })}
          />
          <FilterSelect
            label="Cost"
            options={DEARER_THAN}
            value={search.minCost}
            onChange={(minCost) => change({ minCost })}
          />
          <FilterSelect
            label="Tool"
            searchable
            options={offered(choices.tools, search.tool)}
            value={search.tool}
            onChange={(tool) => change({ tool })}
          />
          <FilterSelect
            label="Model"
            searchable
            options={offered(choices.models, search.model)}
            value={search.model}
            onChange={(model) => change({ model })}
          />
          <DaysSelect value={search.days} onChange={(days) => change({ days })} />
          <ClearFilters shown={narrowed} onClear={clear} />
          <CsvButton name="traces" columns={CSV} rows={list.all} />
        </>
      }
    >
      <ListView
        label="Traces"
        list={list}
        columns={columns(allOrgs && org === undefined)}
        rowId={spanKey}
        renderCard={(span) => <SpanCard span={span} />}
        narrowed={narrowed}
        onOpen={({ turnId, spanId }) => {
          if (turnId) void navigate({ to: '/turns/$turnId', params: { turnId }, search: { span: spanId } });
        }}
        empty={
          <EmptyState icon={<IconTimeline size={22} stroke={1.6} />} title="No trace in this time">
            Every turn leaves one; spans are kept for 30 days unless the org’s settings say otherwise.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** What may be filtered by: what the org has now, and what the rows on screen had. */
function useChoices(org: string | undefined, spans: readonly FoundSpan[]) {
  const agents = useAgents(org);
  const tools = useAnswer({ key: 'tools', path: '/admin/tools', query: { org }, schema: consoleTools });
  const models = useAnswer({ key: 'models', path: '/admin/models', query: { org }, schema: consoleModels });
  const seen = (of: (span: FoundSpan) => string | null) => spans.flatMap((span) => of(span) ?? []);
  return {
    agents: [...agents.map(({ agent }) => agent), ...seen(({ agent }) => agent)],
    tools: [...(tools.data?.items ?? []).map(({ name }) => name), ...seen(({ tool }) => tool)],
    models: [...(models.data?.items ?? []).map(({ name }) => name), ...seen(({ model }) => model)],
  };
}

function columns(showOrg: boolean): ListColumn<FoundSpan>[] {
  const all: (ListColumn<FoundSpan> | false)[] = [
    {
      id: 'status',
      header: 'Status',
      meta: { track: '96px' },
      cell: ({ row }) => <Status span={row.original} />,
    },
    {
      id: 'name',
      header: 'Span',
      meta: { track: 'minmax(130px, 2.4fr)' },
      cell: ({ row }) => <SpanLink span={row.original} />,
    },
    {
      id: 'error',
      header: 'Error',
      meta: { track: 'minmax(80px, 1.6fr)', minListPx: 760 },
      cell: ({ row }) => <span className={classes.error}>{row.original.errorMessage}</span>,
    },
    showOrg && {
      id: 'org',
      header: 'Org',
      meta: { track: 'minmax(64px, 0.6fr)', minListPx: 900 },
      cell: ({ row }) => row.original.org.slug,
    },
    {
      id: 'agent',
      header: 'Agent',
      meta: { track: 'minmax(80px, 0.8fr)', minListPx: 640 },
      cell: ({ row }) => row.original.agent ?? '–',
    },
    {
      id: 'model',
      header: 'Model',
      meta: { track: 'minmax(80px, 0.8fr)', minListPx: 1_040 },
      cell: ({ row }) => row.original.model ?? '–',
    },
    {
      id: 'tokens',
      header: 'Tokens',
      meta: { track: '68px', align: 'end', minListPx: 820 },
      cell: ({ row }) => formatCount(row.original.tokens),
    },
    {
      id: 'cost',
      header: 'Cost',
      meta: { track: '88px', align: 'end', minListPx: 560 },
      cell: ({ row }) => formatCost(row.original.costUsd),
    },
    {
      id: 'duration',
      header: 'Duration',
      meta: { track: '82px', align: 'end' },
      cell: ({ row }) => formatDuration(row.original.durationMs),
    },
    {
      id: 'at',
      header: 'Started',
      meta: { track: '84px', align: 'end' },
      cell: ({ row }) => <RelativeTime at={row.original.startedAt} />,
    },
  ];
  return all.filter((column) => column !== false);
}

const CSV: CsvColumn<FoundSpan>[] = [
  { name: 'trace_id', of: (span) => span.traceId },
  { name: 'span_id', of: (span) => span.spanId },
  { name: 'turn_id', of: (span) => span.turnId },
  { name: 'org', of: (span) => span.org.slug },
  { name: 'name', of: (span) => span.name },
  { name: 'status', of: (span) => span.status },
  { name: 'agent', of: (span) => span.agent },
  { name: 'model', of: (span) => span.model },
  { name: 'tool', of: (span) => span.tool },
  { name: 'tokens', of: (span) => span.tokens },
  { name: 'cost_usd', of: (span) => span.costUsd },
  { name: 'duration_ms', of: (span) => span.durationMs },
  { name: 'error', of: (span) => span.errorMessage },
  { name: 'started_at', of: (span) => span.startedAt },
];

function Status({ span }: { span: FoundSpan }) {
  return <StatusBadge {...STATUSES[span.status]} />;
}

/** A turn goes by what was written, anything else by its name. */
function SpanLink({ span: { name, turnId, spanId, traceId, excerpt } }: { span: FoundSpan }) {
  if (!turnId) return <span title={traceId}>{name}</span>;
  return (
    <Link
      to="/turns/$turnId"
      params={{ turnId }}
      search={{ span: spanId }}
      className={classes.name}
      onClick={(event) => event.stopPropagation()}
    >
      {excerpt ? <WrittenText text={excerpt} /> : name}
    </Link>
  );
}

function SpanCard({ span }: { span: FoundSpan }) {
  return (
    <div className={classes.card}>
      <span className={classes.cardHead}>
        <Status span={span} />
        <SpanLink span={span} />
        <RelativeTime at={span.startedAt} />
      </span>
      <span className={`${classes.cardFoot} truncate`}>
        {formatDuration(span.durationMs)} · {formatCost(span.costUsd)}{' '}
        <span className={classes.error}>{span.errorMessage}</span>
      </span>
    </div>
  );
}
