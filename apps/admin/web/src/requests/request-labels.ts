import type { FeatureRequestStatus } from '#contracts';
import type { ToolGapKind } from '#contracts/console';
import type { StatusLook } from '../ui/status-badge.tsx';

export const STATUSES: Record<FeatureRequestStatus, StatusLook> = {
  new: { label: 'New', tone: 'blue' },
  triaged: { label: 'Triaged', tone: 'amber' },
  planned: { label: 'Planned', tone: 'amber' },
  done: { label: 'Done', tone: 'green' },
  declined: { label: 'Declined', tone: 'gray' },
};

export const GAP_KINDS: Record<ToolGapKind, string> = {
  nothing_ranked: 'no tool ranked',
  search_found_nothing: 'tool search found nothing',
  said_no_tool: 'model reported a missing tool',
  feature_requested: 'feature requested',
};
