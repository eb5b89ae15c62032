import { Link } from '@tanstack/react-router';
import {
  consoleTrace,
  consoleTurnDetail,
  type ConsoleTurnDetail,
  type PlaygroundTurn,
} from '#contracts/console';
import { useQuery } from '@tanstack/react-query';
import { read, withQuery } from '../api/client.ts';
import { spanIcon } from '../traces/span-icons.ts';
import { isUnfinished } from '../turns/turn-queries.ts';
import { Message } from '../turns/turn-messages.tsx';
import { TurnStateBadge } from '../turns/turn-state.tsx';
import { elapsedMs, formatCost, formatCount, formatDuration } from '../ui/format.ts';
import classes from './playground.module.css';

/** Spans are stored within 250 ms of their end; asked for as often, the turn is seen as it runs. */
const WATCH_MS = 500;
/** Spans of the end arrive a little later than the state. */
const LATE_MS = 3_000;
const FRAME_KINDS = new Set(['http', 'turn', 'queue', 'other']);

/** One turn as it runs: what was asked, each step as it ends, what was answered. */
export function LiveTurn({ turn }: { turn: PlaygroundTurn }) {
  const detail = useQuery({
    queryKey: ['playground-turn', turn.turnId],
    queryFn: ({ signal }) => read(`/admin/turns/${turn.turnId}`, consoleTurnDetail, signal),
    refetchInterval: ({ state }) => (mayChange(state.data) ? WATCH_MS : false),
  });
  const trace = useQuery({
    queryKey: ['playground-trace', turn.turnId],
    queryFn: ({ signal }) =>
      read(withQuery(`/admin/traces/${turn.traceId}`, { turn: turn.turnId }), consoleTrace, signal),
    refetchInterval: () => (mayChange(detail.data) ? WATCH_MS : false),
    // There is no trace before its first span has ended.
    enabled: detail.data !== undefined && detail.data.turn.state !== 'queued',
    retry: false,
  });
  if (!detail.data) return null;
  const { turn: row, messages } = detail.data;
  const own = messages.filter((message) => message.turnId === turn.turnId);
  const steps = trace.data?.spans.filter(({ kind }) => !FRAME_KINDS.has(kind)) ?? [];
  return (
    <article className={classes.turn}>
      {own
        .filter(({ role }) => role === 'user')
        .map((message) => (
          <Message key={message.id} message={message} own={false} linked={false} />
        ))}
      <div className={classes.turnLine}>
        <TurnStateBadge state={row.state} />
        <span>{row.agent}</span>
        <span className="muted">{row.model}</span>
        <span className="muted">{formatDuration(elapsedMs(row.createdAt, row.finishedAt))}</span>
        <span className="muted">
          {formatCount(row.totals.promptTokens + row.totals.completionTokens)} tokens
        </span>
        <span className="muted">{formatCost(row.totals.costUsd)}</span>
        <Link to="/turns/$turnId" params={{ turnId: turn.turnId }} search={{}}>
          Trace
        </Link>
      </div>
      {row.state === 'queued' && <p className={classes.hint}>Waits for a worker.</p>}
      {steps.length > 0 && (
        <ol className={classes.steps}>
          {steps.map((span) => {
            const KindIcon = spanIcon(span.kind);
            return (
              <li key={span.spanId} data-failed={span.status === 'error' || undefined}>
                <KindIcon size={14} stroke={1.7} />
                <Link to="/turns/$turnId" params={{ turnId: turn.turnId }} search={{ span: span.spanId }}>
                  {span.name}
                </Link>
                <span className="muted truncate">{span.errorMessage}</span>
                <span className="muted">{formatDuration(span.durationMs)}</span>
              </li>
            );
          })}
        </ol>
      )}
      {row.error && (
        <p className={classes.problem}>
          <span className="mono">{row.error.class}</span> {row.error.message}
        </p>
      )}
      {own
        .filter(({ role }) => role !== 'user')
        .map((message) => (
          <Message key={message.id} message={message} own={false} linked={false} />
        ))}
    </article>
  );
}

function mayChange(detail: ConsoleTurnDetail | undefined): boolean {
  if (!detail || isUnfinished(detail.turn.state)) return true;
  const { finishedAt } = detail.turn;
  return finishedAt !== null && new Date().getTime() - new Date(finishedAt).getTime() < LATE_MS;
}
