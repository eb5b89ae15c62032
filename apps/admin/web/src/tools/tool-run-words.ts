import type { ConsoleToolDetail, ToolRunState } from '#contracts/console';
import type { Tone } from '../ui/status-badge.tsx';

/** What a run of the tool will touch, before it does. */
export function touchOf(
  { sideEffect, service }: Pick<ConsoleToolDetail, 'sideEffect' | 'service'>,
  org: string,
): string {
  const asks = service === null ? '' : ` It asks the outside service ${service}.`;
  switch (sideEffect) {
    case 'none':
      return `It reads, and changes nothing of ${org}.${asks}`;
    case 'write':
      return `It changes what is stored of ${org}, as a conversation of an agent would. Nothing undoes it by itself.${asks}`;
    case 'external':
      return `It sends something out of ${org}, to people or to another system. What was sent cannot be taken back.${asks}`;
  }
}

export const RUN_STATES: Record<ToolRunState, { label: string; tone: Tone }> = {
  queued: { label: 'Waits for a worker', tone: 'gray' },
  running: { label: 'Runs', tone: 'blue' },
  awaiting_approval: { label: 'Waits for a person', tone: 'amber' },
  succeeded: { label: 'Succeeded', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  refused: { label: 'Refused', tone: 'gray' },
};
