import type { ConsoleToolDetail, ToolRunState } from '#contracts/console';
import type { StatusLook } from '../ui/status-badge.tsx';

/** Effects of a run, shown before it starts. */
export function effectsOf(
  { sideEffect, service }: Pick<ConsoleToolDetail, 'sideEffect' | 'service'>,
  org: string,
): string {
  const asks = service === null ? '' : ` It calls the external service ${service}.`;
  switch (sideEffect) {
    case 'none':
      return `This tool only reads data of ${org}.${asks}`;
    case 'write':
      return `This tool changes stored data of ${org}, exactly as an agent’s call would. The change is not undone automatically.${asks}`;
    case 'external':
      return `This tool sends data from ${org} to people or another system. That cannot be undone.${asks}`;
  }
}

export const RUN_STATES: Record<ToolRunState, StatusLook> = {
  queued: { label: 'Queued', tone: 'gray' },
  running: { label: 'Running', tone: 'blue' },
  awaiting_approval: { label: 'Awaiting approval', tone: 'amber' },
  succeeded: { label: 'Succeeded', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  refused: { label: 'Refused', tone: 'gray' },
};
