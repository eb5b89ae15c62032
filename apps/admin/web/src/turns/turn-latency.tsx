import type { ConsoleTurn } from '#contracts/console';
import { elapsedMs, formatDuration } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';
import { isUnfinished } from './turn-queries.ts';

/** From acceptance to the end; until now for a running turn. */
export function TurnLatency({ turn }: { turn: Pick<ConsoleTurn, 'state' | 'createdAt' | 'finishedAt'> }) {
  if (turn.state === 'running' || turn.state === 'queued') return <RunningLatency since={turn.createdAt} />;
  if (isUnfinished(turn.state)) return <span className="muted">waits</span>;
  return <>{formatDuration(turnMs(turn))}</>;
}

/** From acceptance to the end; null for an imported turn, which never ran. */
export function turnMs({
  createdAt,
  finishedAt,
}: Pick<ConsoleTurn, 'createdAt' | 'finishedAt'>): number | null {
  return elapsedMs(createdAt, finishedAt) || null;
}

function RunningLatency({ since }: { since: string }) {
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 1_000));
  return <span className="muted">{formatDuration(seconds * 1_000)}</span>;
}
