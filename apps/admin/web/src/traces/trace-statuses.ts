import type { FoundSpan } from '#contracts/console';
import type { Tone } from '../ui/status-badge.tsx';

interface StatusLook {
  label: string;
  tone: Tone;
  active?: boolean;
}

/** How the status of a span is shown, and counted. */
export const TRACE_STATUSES: Record<FoundSpan['status'], StatusLook> = {
  pending: { label: 'Needed approval', tone: 'amber' },
  running: { label: 'Running', tone: 'blue', active: true },
  success: { label: 'Success', tone: 'green' },
  error: { label: 'Error', tone: 'red' },
};

/** Of one span, what is known of it now: a run that stopped for a person stays so when another one has gone on. */
export function statusLookOf({
  status,
  awaitsApproval,
  cancelled,
}: Pick<FoundSpan, 'status' | 'awaitsApproval' | 'cancelled'>): StatusLook {
  if (cancelled) return { label: 'Cancelled', tone: 'gray' };
  if (awaitsApproval) return { label: 'Awaiting approval', tone: 'amber' };
  return TRACE_STATUSES[status];
}

/** By which a span is coloured. */
export function shownStatus({ status, cancelled }: Pick<FoundSpan, 'status' | 'cancelled'>) {
  return cancelled ? 'cancelled' : status;
}

/** Whether something went wrong in the span: one that stopped because its turn was cancelled did as it should. */
export function hasFailed({ status, cancelled }: Pick<FoundSpan, 'status' | 'cancelled'>): boolean {
  return status === 'error' && !cancelled;
}
