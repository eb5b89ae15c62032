import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FoundSpan } from '#contracts/console';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import { column, momentColumn, orgColumn, type ListColumns } from '../ui/list-columns.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { WrittenText } from '../ui/written-text.tsx';
import { OrgOfRow } from '../ui/org-of-row.tsx';
import { statusLookOf } from './trace-statuses.ts';
import { useSpanPage } from './span-page.ts';
import { WORKER_TIME_HINT } from './duration-hints.ts';
import classes from './traces-page.module.css';

/** Fits `Success` and most other labels. */
const STATUS_TRACK = '96px';
/** Fits `Awaiting approval` and `Needed approval`, which few lists contain. */
const LONG_STATUS_TRACK = '136px';

interface TraceColumnsOptions {
  /** A run of the list waits or waited for approval. */
  approvals: boolean;
  /** A run of the list has an error text; otherwise the column is omitted. */
  errors: boolean;
}

/** Name of a run's duration. For turns it differs from the latency that the list of turns shows. */
export const WORKER_TIME = 'Worker time';

export function traceColumns({ approvals, errors }: TraceColumnsOptions): ListColumns<FoundSpan> {
  return [
    column('status', 'Status', approvals ? LONG_STATUS_TRACK : STATUS_TRACK, (row) => <Status span={row} />),
    column('name', 'Run', 'minmax(120px, 2.2fr)', (row) => <SpanLink span={row} />),
    errors &&
      column('error', 'Error', { track: 'minmax(80px, 1fr)', minListPx: 660 }, (row) => (
        <span className="failed">{row.errorMessage}</span>
      )),
    orgColumn('minmax(72px, 0.6fr)', 860),
    column('agent', 'Agent', { track: 'minmax(120px, 0.8fr)', minListPx: 920 }, (row) => row.agent ?? '–'),
    column(
      'model',
      'Model',
      { track: 'minmax(120px, 0.8fr)', minListPx: 1_180 },
      (row) => row.models[0] ?? '–',
    ),
    column('tokens', 'Tokens', { track: '68px', align: 'end', minListPx: 1_000 }, (row) =>
      formatCount(row.tokens),
    ),
    column('cost', 'Cost', { track: '88px', align: 'end', minListPx: 580 }, (row) => formatCost(row.costUsd)),
    column('duration', WORKER_TIME, { track: '92px', align: 'end', hint: WORKER_TIME_HINT }, (row) =>
      formatDuration(row.durationMs),
    ),
    momentColumn('at', 'Started', (row) => row.startedAt),
  ];
}

export const TRACE_CSV: CsvColumn<FoundSpan>[] = [
  ...csvFields<FoundSpan>('traceId', 'spanId', 'turnId', 'org', 'name', 'status', 'agent'),
  { name: 'models', of: (span) => span.models.join(' ') },
  { name: 'tools', of: (span) => span.tools.join(' ') },
  ...csvFields<FoundSpan>('attempts', 'tokens', 'costUsd', 'durationMs'),
  { name: 'error', of: (span) => span.errorMessage },
  ...csvFields<FoundSpan>('startedAt'),
];

function Status({ span }: { span: FoundSpan }) {
  return <StatusBadge {...statusLookOf(span)} />;
}

/** Opens a tab with a modifier key; a plain click is handled by the row. */
function SpanLink({ span }: { span: FoundSpan }) {
  const pageOf = useSpanPage();
  return (
    <Link
      {...pageOf(span)}
      className={`${classes.name} plain truncate`}
      title={span.turnId ? undefined : span.traceId}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation();
        else event.preventDefault();
      }}
    >
      {span.attempts > 1 && (
        <span className="muted" title="The row shows the last attempt; the trace has all of them.">
          {span.attempts} attempts ·{' '}
        </span>
      )}
      {span.excerpt ? <WrittenText text={span.excerpt} /> : span.name}
    </Link>
  );
}

export function SpanCard({ span }: { span: FoundSpan }) {
  return (
    <Stack gap={3}>
      <span className={classes.cardHead}>
        <Status span={span} />
        <SpanLink span={span} />
        <RelativeTime at={span.startedAt} />
      </span>
      <span className={'muted small truncate'}>
        <OrgOfRow org={span.org} />
        {formatDuration(span.durationMs)}
        {span.kind === 'turn' && ' worker time'} · {formatCost(span.costUsd)}{' '}
        <span className="failed">{span.errorMessage}</span>
      </span>
    </Stack>
  );
}
