import type { TurnState } from '#contracts';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';

interface StateLook {
  label: string;
  tone: Tone;
  active?: boolean;
}

export const TURN_STATES: Record<TurnState, StateLook> = {
  queued: { label: 'Queued', tone: 'gray' },
  running: { label: 'Running', tone: 'blue', active: true },
  awaiting_approval: { label: 'Awaiting approval', tone: 'amber' },
  completed: { label: 'Completed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  cancelled: { label: 'Cancelled', tone: 'gray' },
};

export function TurnStateBadge({ state, title }: { state: TurnState; title?: string }) {
  const look = TURN_STATES[state];
  return <StatusBadge tone={look.tone} label={look.label} active={look.active} title={title} />;
}
