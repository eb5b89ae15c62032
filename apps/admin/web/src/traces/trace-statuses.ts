import type { FoundSpan } from '#contracts/console';
import type { StatusLook } from '../ui/status-badge.tsx';

export const TRACE_STATUSES: Record<FoundSpan['status'], StatusLook> = {
  pending: { label: 'Needed approval', tone: 'amber' },
  running: { label: 'Running', tone: 'blue', active: true },
  success: { label: 'Success', tone: 'green' },
  error: { label: 'Error', tone: 'red' },
};

export const CANCELLED: StatusLook = { label: 'Cancelled', tone: 'gray' };

type Ending = Pick<FoundSpan, 'status' | 'cancelled'>;

/** Current status of a span. A run that stopped for approval keeps its status after another run continued. */
export function statusLookOf(span: Ending & Pick<FoundSpan, 'awaitsApproval'>): StatusLook {
  if (span.cancelled) return CANCELLED;
  if (span.awaitsApproval) return { label: 'Awaiting approval', tone: 'amber' };
  return TRACE_STATUSES[span.status];
}

/** Status that decides the colour of a span. */
export function shownStatus({ status, cancelled }: Ending) {
  return cancelled ? 'cancelled' : status;
}

/** Whether the span failed. A span that stopped because its turn was cancelled did not. */
export function hasFailed({ status, cancelled }: Ending): boolean {
  return status === 'error' && !cancelled;
}
