import { consoleSpanDetail, consoleTrace, type ConsoleTrace, type ConsoleTurn } from '#contracts/console';
import { useQuery } from '@tanstack/react-query';
import { traceRequest } from '../api/requests.ts';
import { read, withQuery } from '../api/client.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { keepPrevious, useAnswer } from '../api/use-answer.ts';
import { isUnfinished } from '../turns/turn-queries.ts';

/** The last spans of a turn and its jobs arrive a little later than its state. */
const LATE_SPANS_MS = 60_000;

/** Upper limit of a job's duration. */
const LONGEST_JOB_MS = 3_600_000;

type TracedTurn = Pick<ConsoleTurn, 'id' | 'traceId' | 'state' | 'finishedAt'>;

/** The trace of a turn, polled while spans can still arrive. */
export function useTrace(turn: TracedTurn) {
  return useQuery({
    queryKey: ['trace', turn.traceId, turn.id, turn.state],
    queryFn: ({ signal }) =>
      read(withQuery(`/admin/traces/${turn.traceId}`, { turn: turn.id }), consoleTrace, signal),
    placeholderData: keepPrevious(turn.traceId),
    refetchInterval: () => (mayGrow(turn) ? POLL_INTERVAL_MS : false),
  });
}

/** A trace by its id, or the part around `turn`; polled while a span may be running. */
export function useWholeTrace(traceId: string, turn?: string) {
  return useAnswer(traceRequest(traceId, turn), consoleTrace, {
    pollMs: (trace) => trace !== undefined && mayRun(trace) && POLL_INTERVAL_MS,
  });
}

/** Whether a span is running and so recent that its worker may be alive: a step of a dead worker has no end either. */
export function mayRun({ startedAt, spans }: ConsoleTrace): boolean {
  const nowMs = new Date().getTime() - new Date(startedAt).getTime();
  return spans.some(({ startMs, status }) => status === 'running' && nowMs - startMs < LONGEST_JOB_MS);
}

function mayGrow(turn: TracedTurn): boolean {
  if (isUnfinished(turn.state) || !turn.finishedAt) return true;
  return new Date().getTime() - new Date(turn.finishedAt).getTime() < LATE_SPANS_MS;
}

/** Details of one span. `revision` changes with the span. */
export function useSpanDetail(traceId: string, spanId: string, revision: string) {
  return useAnswer(
    { key: `span ${revision}`, path: `/admin/traces/${traceId}/spans/${spanId}` },
    consoleSpanDetail,
  );
}
