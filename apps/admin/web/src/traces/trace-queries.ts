import {
  consoleSpanDetail,
  consoleTrace,
  consoleTurnPage,
  type ConsoleTrace,
  type ConsoleTurn,
} from '#contracts/console';
import { useQuery } from '@tanstack/react-query';
import { traceAsk, turnsOfTraceAsk } from '../api/asks.ts';
import { read, withQuery } from '../api/client.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { keepWhile, useAnswer } from '../api/use-answer.ts';
import { isUnfinished } from '../turns/turn-queries.ts';

/** Spans of the end of a turn, and of the jobs that follow it, arrive a little later than its state. */
const LATE_SPANS_MS = 60_000;

/** No job takes as long. */
const LONGEST_JOB_MS = 3_600_000;

/** What of a turn leads to its trace. */
type TracedTurn = Pick<ConsoleTurn, 'id' | 'traceId' | 'state' | 'finishedAt'>;

/** The trace, shown at `turn`; followed while spans may still arrive. */
export function useTrace(turn: TracedTurn) {
  return useQuery({
    queryKey: ['trace', turn.traceId, turn.id, turn.state],
    queryFn: ({ signal }) =>
      read(withQuery(`/admin/traces/${turn.traceId}`, { turn: turn.id }), consoleTrace, signal),
    placeholderData: keepWhile(turn.traceId),
    refetchInterval: () => (mayGrow(turn) ? POLL_INTERVAL_MS : false),
  });
}

/** A whole trace by its id, also one that no turn is in, or what is around `turn`; followed while something in it may run. */
export function useWholeTrace(traceId: string, turn?: string) {
  return useAnswer({
    key: 'trace',
    ...traceAsk(traceId, turn),
    schema: consoleTrace,
    pollMs: (trace) => trace !== undefined && mayRun(trace) && POLL_INTERVAL_MS,
  });
}

/** Some span runs, and is not so old that its worker must have died. A step whose worker was gone has no duration either. */
export function mayRun({ startedAt, spans }: ConsoleTrace): boolean {
  const nowMs = new Date().getTime() - new Date(startedAt).getTime();
  return spans.some(({ startMs, status }) => status === 'running' && nowMs - startMs < LONGEST_JOB_MS);
}

/** The turns of a trace: one, several where a caller made them within one trace of its own, or none. */
export function useTurnsOfTrace(traceId: string) {
  return useAnswer({ key: 'turns-of-trace', ...turnsOfTraceAsk(traceId), schema: consoleTurnPage });
}

function mayGrow(turn: TracedTurn): boolean {
  if (isUnfinished(turn.state) || !turn.finishedAt) return true;
  return new Date().getTime() - new Date(turn.finishedAt).getTime() < LATE_SPANS_MS;
}

/** Everything kept about one span. `revision` changes when the span does. */
export function useSpanDetail(traceId: string, spanId: string, revision: string) {
  return useQuery({
    queryKey: ['span', traceId, spanId, revision],
    queryFn: ({ signal }) => read(`/admin/traces/${traceId}/spans/${spanId}`, consoleSpanDetail, signal),
    placeholderData: (previous) => (previous?.spanId === spanId ? previous : undefined),
  });
}
