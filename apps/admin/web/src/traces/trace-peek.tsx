import { Box } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ConsoleTrace, FoundSpan } from '#contracts/console';
import { LinkButton } from '../ui/link-button.tsx';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import { Peek } from '../ui/peek.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useBackAddress } from '../ui/back-target.ts';
import { WrittenLines } from '../ui/written-text.tsx';
import { IdleTimeButton } from './idle-time-button.tsx';
import { SpanDetails } from './span-details.tsx';
import { useSpanPage } from './span-page.ts';
import { mayRun, useSpanDetail, useWholeTrace } from './trace-queries.ts';
import { TraceRows } from './trace-rows.tsx';
import { statusLookOf } from './trace-statuses.ts';
import classes from './trace-peek.module.css';
import { useTraceView } from './use-trace-view.ts';
import { useSize } from '../ui/use-size.ts';
import { NoAnswer } from '../ui/no-answer.tsx';

export function TracePeek({ found }: { found: FoundSpan }) {
  const pageOf = useSpanPage();
  return (
    <Peek
      label={`Trace ${found.name}`}
      title={found.kind === 'turn' ? 'Turn' : found.name}
      actions={
        <>
          <StatusBadge {...statusLookOf(found)} />
          <LinkButton size="compact-xs" {...pageOf(found)}>
            Open the trace
          </LinkButton>
        </>
      }
    >
      {found.errorMessage && <p className="problem">{found.errorMessage}</p>}
      {found.excerpt && (
        <blockquote className={classes.quote}>
          <WrittenLines text={found.excerpt} />
        </blockquote>
      )}
      <RelatedPages found={found} />
      <PeekedTrace found={found} />
      <PeekedSpan found={found} />
    </Peek>
  );
}

function RelatedPages({ found: { conversationId, org } }: { found: FoundSpan }) {
  const back = useBackAddress();
  if (!conversationId) return null;
  return (
    <Box component="nav" mb={10} aria-label="Related pages">
      <Link to="/conversations/$conversationId" params={{ conversationId }} search={{ org: org.slug, back }}>
        Conversation
      </Link>
    </Box>
  );
}

function PeekedTrace({ found }: { found: FoundSpan }) {
  const trace = useWholeTrace(found.traceId, found.turnId ?? undefined);
  if (trace.data) return <Waterfall trace={trace.data} found={found} />;
  return <NoAnswer to={trace} what="The trace" />;
}

/** All spans of the trace; a click opens one. Keyboard shortcuts act on the list, not on the waterfall. */
function Waterfall({ trace, found }: { trace: ConsoleTrace; found: FoundSpan }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [cutGaps, setCutGaps] = useState(false);
  const { ref: sizeRef, width, height } = useSize<HTMLDivElement>();
  const scrollerRef = useMergedRef(scroller, sizeRef);
  const view = useTraceView(trace, { live: mayRun(trace), widthPx: width, cutGaps });
  const pageOf = useSpanPage();
  const navigate = useNavigate();
  const { totals } = trace;
  return (
    <section aria-label="Waterfall">
      <Box component="p" m="0 0 4px" fz={12} className="muted">
        {formatCount(trace.spans.length)} spans · {formatDuration(totals.wallMs)} worker time ·{' '}
        {formatCount(totals.promptTokens + totals.completionTokens)} tokens · {formatCost(totals.costUsd)}
      </Box>
      {view.idle && (
        <Box component="p" m="0 0 4px" fz={12} className="muted">
          <IdleTimeButton idle={view.idle} cut={cutGaps} onCut={setCutGaps} />
        </Box>
      )}
      <div ref={scrollerRef} className={classes.waterfall} role="group" aria-label="Spans" tabIndex={0}>
        <TraceRows
          listed
          view={view}
          active={view.picture.rows.findIndex(({ span }) => span.spanId === found.spanId)}
          scroller={scroller}
          heightPx={height}
          headPx={0}
          onSpan={(spanId) => void navigate(pageOf(found, spanId))}
        />
      </div>
    </section>
  );
}

function PeekedSpan({ found }: { found: FoundSpan }) {
  const detail = useSpanDetail(found.traceId, found.spanId, `${found.status} ${found.durationMs}`);
  if (detail.data)
    return <SpanDetails detail={detail.data} org={found.org.slug} turnId={found.turnId ?? undefined} />;
  return <NoAnswer to={detail} what="The span" />;
}
