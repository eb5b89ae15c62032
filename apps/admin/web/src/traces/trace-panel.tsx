import { IconTimeline } from '@tabler/icons-react';
import type { ConsoleTrace, ConsoleTurn } from '#contracts/console';
import { isNotFound } from '../api/problem-error.ts';
import { turnMs } from '../turns/turn-latency.tsx';
import { isUnfinished } from '../turns/turn-queries.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { SpanPeek } from './span-peek.tsx';
import classes from './trace-panel.module.css';
import type { ChangeTracePlace, TracePlace } from './trace-place.ts';
import { useTrace } from './trace-queries.ts';
import { TraceTree } from './trace-tree.tsx';

interface TracePanelProps {
  turn: ConsoleTurn;
  place: TracePlace;
  onPlace: ChangeTracePlace;
}

export function TracePanel({ turn, place, onPlace }: TracePanelProps) {
  const trace = useTrace(turn);
  if (isNotFound(trace.error) || trace.data?.spans.length === 0) return <NoSpans turn={turn} />;
  if (!trace.data) return <NoAnswer to={trace} what="The trace" />;
  return (
    <SpansPanel
      trace={trace.data}
      live={isUnfinished(turn.state)}
      org={turn.org.slug}
      place={place}
      onPlace={onPlace}
    />
  );
}

interface SpansPanelProps extends Omit<TracePanelProps, 'turn'> {
  trace: ConsoleTrace;
  /** Spans without an end are still running. */
  live: boolean;
  /** Slug of the spans' org, if known. */
  org: string | undefined;
}

export function SpansPanel({ trace, live, org, place, onPlace }: SpansPanelProps) {
  const span = trace.spans.find((candidate) => candidate.spanId === place.span);
  return (
    <section className={classes.panel} aria-label="Trace">
      <TraceTree trace={trace} live={live} place={place} onPlace={onPlace} />
      {span && (
        <SpanPeek
          key={span.spanId}
          traceId={trace.traceId}
          span={span}
          org={org}
          find={place.find}
          onClose={() => onPlace({ span: undefined })}
        />
      )}
    </section>
  );
}

function NoSpans({ turn }: { turn: ConsoleTurn }) {
  const [title, text] = whyNoSpans(turn);
  return (
    <EmptyState icon={IconTimeline} title={title}>
      {text}
    </EmptyState>
  );
}

function whyNoSpans(turn: ConsoleTurn): [title: string, text: string] {
  if (isUnfinished(turn.state))
    return [
      'No span yet',
      'Spans appear while the turn runs. If it stays queued, check that a worker is running.',
    ];
  if (turnMs(turn) === null)
    return [
      'This turn was imported',
      'It comes from a demo project. It has messages but no trace, tokens or cost.',
    ];
  return [
    'No spans are stored for this turn',
    'Spans are kept for 30 days unless the org’s settings differ. The totals of the turn are kept.',
  ];
}
