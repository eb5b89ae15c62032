import type { ConsoleTurn } from '#contracts/console';
import { formatDuration } from '../ui/format.ts';
import { useNow } from '../ui/use-now.ts';

/** Time to reply; until now for a turn in its first attempt. */
export function TurnLatency({ turn }: { turn: Pick<ConsoleTurn, 'state' | 'createdAt' | 'replyMs'> }) {
  if (turn.replyMs !== null) return <>{formatDuration(turnMs(turn))}</>;
  if (turn.state === 'running' || turn.state === 'queued') return <RunningLatency since={turn.createdAt} />;
  return <span className="muted">waits</span>;
}

/** Time to reply; null for an imported turn, which never ran. */
export const turnMs = ({ replyMs }: Pick<ConsoleTurn, 'replyMs'>): number | null => replyMs || null;

function RunningLatency({ since }: { since: string }) {
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 1_000));
  return <span className="muted">{formatDuration(seconds * 1_000)}</span>;
}
