import type { TurnState } from '#contracts';
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx';

export const TURN_STATES: Record<TurnState, StatusLook> = {
  queued: { label: 'Queued', tone: 'gray' },
  running: { label: 'Running', tone: 'blue', active: true },
  awaiting_approval: { label: 'Awaiting approval', tone: 'amber' },
  completed: { label: 'Completed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  cancelled: { label: 'Cancelled', tone: 'gray' },
};

export function TurnStateBadge({ state, title }: { state: TurnState; title?: string }) {
  return <StatusBadge {...TURN_STATES[state]} title={title} />;
}
