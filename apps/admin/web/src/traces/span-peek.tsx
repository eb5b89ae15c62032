import { ActionIcon, Tooltip } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConsoleSpan, ConsoleSpanDetail, SpanStatus } from '#contracts/console';
import { CopyId } from '../ui/copy-id.tsx';
import { formatAbsolute, formatCost, formatCount, formatDuration, formatUtc } from '../ui/format.ts';
import { JsonView } from '../ui/json-view.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';
import { useJobOfSpan } from '../turns/turn-jobs.tsx';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import { spanIcon } from './span-icons.ts';
import classes from './span-peek.module.css';
import { useSpanDetail } from './trace-queries.ts';

const STATUSES: Record<SpanStatus, { label: string; tone: Tone; active?: boolean }> = {
  pending: { label: 'Pending', tone: 'amber' },
  running: { label: 'Running', tone: 'blue', active: true },
  success: { label: 'Success', tone: 'green' },
  error: { label: 'Error', tone: 'red' },
};

/** The flag that decides what happens in a span of this kind. */
const FLAGS: Partial<Record<string, string>> = {
  broker: 'tool_broker',
  program: 'ptc',
  context: 'context_injection',
  route: 'model_router',
  // What let the model have the tool.
  tool: 'tool_broker',
};

interface SpanPeekProps {
  traceId: string;
  span: ConsoleSpan;
  /** Slug of whose turn it is: tool and flag are looked at as they are there. */
  org: string | undefined;
  onClose: () => void;
}

/** Everything about one span, below the waterfall, which stays in sight. */
export function SpanPeek({ traceId, span, org, onClose }: SpanPeekProps) {
  const detail = useSpanDetail(traceId, span.spanId, `${span.status} ${span.durationMs}`);
  const KindIcon = spanIcon(span.kind);
  const status = STATUSES[span.status];
  return (
    <section className={classes.peek} aria-label={`Span ${span.name}`}>
      <header className={classes.head}>
        <KindIcon size={15} stroke={1.7} />
        <h3 className={classes.title}>{span.name}</h3>
        <StatusBadge tone={status.tone} label={status.label} active={status.active} />
        <Tooltip label="Close (esc)">
          <ActionIcon className={classes.close} onClick={onClose} aria-label="Close the span">
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={classes.body} tabIndex={0} role="group" aria-label="Details of the span">
        {span.kind === 'program' && <ProgramLink />}
        {span.errorMessage && <p className={classes.error}>{span.errorMessage}</p>}
        {detail.data ? (
          <Details detail={detail.data} critical={span.critical} org={org} />
        ) : detail.error ? (
          <ErrorState error={detail.error} what="The span" onRetry={() => void detail.refetch()} />
        ) : (
          <Loading what="Loading the span" />
        )}
      </div>
    </section>
  );
}

/** From the span of a program to its code, and to the same run again. */
function ProgramLink() {
  const { turnId } = useParams({ strict: false });
  if (turnId === undefined) return null;
  return (
    <p>
      <Link
        to="/turns/$turnId/programs"
        params={{ turnId }}
        search={(current: { org?: string }) => ({ org: current.org })}
      >
        Code of the program, and run it again
      </Link>
    </p>
  );
}

function ToolLink({ name, org }: { name: string; org: string | undefined }) {
  return (
    <Link to="/tools/$name" params={{ name }} search={{ org }} className="mono">
      {name}
    </Link>
  );
}

function FlagLink({ flag, org }: { flag: string; org: string | undefined }) {
  return (
    <Link to="/flags/$key" params={{ key: flag }} search={{ org }} className="mono">
      {flag}
    </Link>
  );
}

function Details({
  detail,
  critical,
  org,
}: {
  detail: ConsoleSpanDetail;
  critical: boolean;
  org: string | undefined;
}) {
  const started = new Date(detail.startedAt);
  const flag = FLAGS[detail.kind];
  const { turnId } = useParams({ strict: false });
  const job = useJobOfSpan(detail, { turnId, org });
  const facts: [string, ReactNode][] = [
    ['Kind', detail.kind],
    ['Duration', formatDuration(detail.durationMs)],
    [
      'Started',
      <span key="started" title={formatUtc(started)}>
        {formatAbsolute(started)}
      </span>,
    ],
    ['Critical path', critical ? 'yes' : undefined],
    ['Agent', detail.agent],
    ['Task', detail.task],
    ['Intent', detail.intent],
    ['Provider', detail.provider],
    ['Model', detail.model],
    ['Tool', detail.tool && <ToolLink name={detail.tool} org={org} />],
    ['Flag', flag && <FlagLink flag={flag} org={org} />],
    ['Job', job],
    ['Tokens in', detail.promptTokens === null ? undefined : formatCount(detail.promptTokens)],
    ['of them cached', detail.cachedTokens ? formatCount(detail.cachedTokens) : undefined],
    ['Tokens out', detail.completionTokens === null ? undefined : formatCount(detail.completionTokens)],
    ['Cost', detail.costUsd === null ? undefined : formatCost(detail.costUsd)],
    ['Span', <CopyId key="span" id={detail.spanId} of="span" whole />],
  ];
  const texts: [string, unknown][] = [
    ['Input', detail.input],
    ['Output', detail.output],
    ['Thoughts', detail.thoughtSummary],
    ['Steps of thought', detail.thoughtSteps],
    ['Draft reply', detail.draftReply],
    ['Tool calls', detail.toolCalls],
  ];
  const shown = texts.filter(([, value]) => value !== null && value !== undefined);
  return (
    <>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {detail.textsHidden && (
        <p className={classes.hidden}>Input, output and texts are not shown to your role.</p>
      )}
      <div className={classes.texts}>
        {shown.map(([name, value]) => (
          <Block key={name} name={name} value={value} />
        ))}
        {Object.keys(detail.attributes).length > 0 && <Block name="Attributes" value={detail.attributes} />}
      </div>
    </>
  );
}

function Block({ name, value }: { name: string; value: unknown }) {
  return (
    <div className={classes.block}>
      <h4 className={classes.blockName}>{name}</h4>
      <JsonView value={value} label={name} />
    </div>
  );
}
