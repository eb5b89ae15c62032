import {
  consoleTurnDetail,
  playgroundSteps,
  type ConsoleTurnDetail,
  type PlaygroundSteps,
  type PlaygroundTurn,
} from '#contracts/console';
import { turnRequest } from '../api/requests.ts';
import { isNotFound } from '../api/problem-error.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Message } from '../turns/turn-messages.tsx';
import { isUnfinished } from '../turns/turn-queries.ts';
import { RetryTurns } from '../turns/retry-turns.tsx';
import { turnMs } from '../turns/turn-latency.tsx';
import { TurnStateBadge } from '../turns/turn-state.tsx';
import { formatCost, formatCount, formatDuration } from '../ui/format.ts';
import { ErrorState } from '../ui/notice.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { LiveStep } from './live-step.tsx';
import { OfferedTools, stepsRequest } from './offered-tools.tsx';
import { overrideWords } from './run-settings.ts';
import classes from './playground.module.css';
import { TurnLink } from '../ui/entity-links.tsx';

/** Spans are stored within 250 ms of their end; this interval shows the turn live. */
const WATCH_MS = 500;
/** The last spans arrive a little later than the state. */
const LATE_MS = 3_000;

/** A turn as it runs: message, offered tools, each step, and the reply. */
export function LiveTurn({ turn: { turnId } }: { turn: PlaygroundTurn }) {
  const detail = useAnswer(turnRequest(turnId), consoleTurnDetail, {
    pollMs: (answer) => (mayChange(answer) ? WATCH_MS : false),
  });
  const steps = useAnswer(stepsRequest(turnId), playgroundSteps, {
    pollMs: () => (mayChange(detail.data) ? WATCH_MS : false),
  });
  // The cached answer of a deleted turn would look as if it still ran.
  if (detail.error && (!detail.data || isNotFound(detail.error)))
    return <ErrorState error={detail.error} what="The turn" onRetry={() => void detail.refetch()} />;
  if (!detail.data) return null;
  const { turn: row, messages } = detail.data;
  const own = messages.filter((message) => message.turnId === turnId);
  const shown = (isUser: boolean) =>
    own
      .filter(({ role }) => (role === 'user') === isUser)
      .map((message) => <Message key={message.id} message={message} own={false} linked={false} />);
  return (
    <article className={classes.turn}>
      {shown(true)}
      <div className={classes.turnLine}>
        <TurnStateBadge state={row.state} />
        {row.override && <StatusBadge tone="amber" label={overrideWords(row.override)} />}
        <span>{formatDuration(turnMs(row))}</span>
        <span>{formatCost(row.totals.costUsd)}</span>
        <span className="muted">
          {formatCount(row.totals.promptTokens)} → {formatCount(row.totals.completionTokens)} tokens
        </span>
        <TurnLink turnId={turnId}>Trace</TurnLink>
      </div>
      {row.state === 'queued' && (
        <p className={classes.hint}>
          {row.startedAt ? 'An attempt failed. Waiting for the next one.' : 'Waiting for a worker.'}
        </p>
      )}
      {steps.data && <Steps turnId={turnId} steps={steps.data} />}
      {row.error && (
        <p className={`${classes.problem} problem`}>
          <span>
            <span className="mono">{row.error.class}</span> {row.error.message}
          </span>
          <RetryTurns turns={[row]} />
        </p>
      )}
      {shown(false)}
    </article>
  );
}

function Steps({
  turnId,
  steps: { intent, broker, route, steps },
}: {
  turnId: string;
  steps: PlaygroundSteps;
}) {
  return (
    <div className={classes.course}>
      <div>
        {intent && (
          <dl className={classes.known}>
            <div>
              <dt>Intent</dt>
              <dd>{intent.intents.length > 0 ? intent.intents.join(', ') : 'none recognised'}</dd>
            </div>
            <div>
              <dt>Agent</dt>
              <dd className="mono">{intent.agent}</dd>
            </div>
            {route && (
              <div>
                <dt>Model</dt>
                <dd>
                  <span className="mono">{route.model}</span> <span className="muted">{route.tier}</span>
                  {route.asked && <span className="muted">, set for this turn: {route.asked}</span>}
                </dd>
              </div>
            )}
          </dl>
        )}
        {broker && <OfferedTools broker={broker} />}
        {steps.length > 0 && (
          <ol className={classes.steps} aria-label="Steps">
            {steps.map((step) => (
              <LiveStep key={step.spanId} turnId={turnId} step={step} within={isWithin(step, steps)} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

/** Calls of a program are indented below it. */
function isWithin(
  { parentSpanId }: PlaygroundSteps['steps'][number],
  steps: PlaygroundSteps['steps'],
): boolean {
  return steps.some(({ spanId, kind }) => spanId === parentSpanId && kind === 'program');
}

function mayChange(detail: ConsoleTurnDetail | undefined): boolean {
  if (!detail || isUnfinished(detail.turn.state)) return true;
  const { finishedAt } = detail.turn;
  return finishedAt !== null && new Date().getTime() - new Date(finishedAt).getTime() < LATE_MS;
}
