import type { FoundSpan } from '#contracts/console';
import type { Tone } from '../ui/status-badge.tsx';

/** How the status of a span is shown. */
export const TRACE_STATUSES: Record<FoundSpan['status'], { label: string; tone: Tone; active?: boolean }> = {
  pending: { label: 'Pending', tone: 'amber' },
  running: { label: 'Running', tone: 'blue', active: true },
  success: { label: 'Success', tone: 'green' },
  error: { label: 'Error', tone: 'red' },
};
