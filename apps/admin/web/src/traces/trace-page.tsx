import { Navigate, useParams } from '@tanstack/react-router';
import { IconTimeline } from '@tabler/icons-react';
import { consoleTurnPage, TRACE_ID } from '#contracts/console';
import { isNotFound } from '../api/problem-error.ts';
import { turnsOfTraceRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { BackLink } from '../ui/back-link.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { SpansPanel } from './trace-panel.tsx';
import { mayRun, useWholeTrace } from './trace-queries.ts';

type TraceSearchName = 'span' | 'find' | 'gaps' | 'back';

/** Some tools write trace ids in upper case. */
export function TracePage() {
  const { traceId: written = '' } = useParams({ strict: false });
  const traceId = written.toLowerCase();
  if (TRACE_ID.test(traceId)) return <TraceOf key={traceId} traceId={traceId} />;
  return (
    <Page title="Trace">
      <TraceNotFound traceId={written} />
    </Page>
  );
}

/** Redirects to the turn, or to the list of turns if there are several; a trace without a turn shows its spans. */
function TraceOf({ traceId }: { traceId: string }) {
  const { search } = usePageSearch<TraceSearchName>();
  const turns = useAnswer(turnsOfTraceRequest(traceId), consoleTurnPage);
  const [turn, ...others] = turns.data?.items ?? [];
  if (turn && others.length > 0) return <Navigate to="/turns" search={{ q: traceId }} replace />;
  if (turn)
    return (
      <Navigate
        to="/turns/$turnId"
        params={{ turnId: turn.id }}
        search={{ org: search.org, span: search.span, find: search.find, back: search.back }}
        replace
      />
    );
  if (turns.data) return <TurnlessTrace traceId={traceId} />;
  return <Page title="Trace">{<NoAnswer to={turns} what="The trace" />}</Page>;
}

function TurnlessTrace({ traceId }: { traceId: string }) {
  const { search, change } = usePageSearch<TraceSearchName>();
  const trace = useWholeTrace(traceId);
  useShortcuts('Trace of a job', [
    { keys: ['Escape'], does: 'Close the span', run: () => change({ span: undefined }) },
  ]);
  const live = trace.data !== undefined && mayRun(trace.data);
  return (
    <Page
      title="Trace"
      heading={
        <>
          <BackLink to="/traces" />
          Trace <span className="mono muted truncate">{traceId}</span>
        </>
      }
      status={live && <LiveMark failed={trace.isRefetchError} />}
    >
      {trace.data ? (
        <SpansPanel trace={trace.data} live={live} org={search.org} place={search} onPlace={change} />
      ) : isNotFound(trace.error) ? (
        <TraceNotFound traceId={traceId} />
      ) : (
        <NoAnswer to={trace} what="The trace" />
      )}
    </Page>
  );
}

function TraceNotFound({ traceId }: { traceId: string }) {
  return (
    <NotFound icon={IconTimeline} what="trace" name={traceId} list="/traces">
      The address may be wrong, the spans may have expired (kept for 30 days unless the org’s settings
      differ), or the trace belongs to another org.
    </NotFound>
  );
}
