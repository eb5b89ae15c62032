import type { FeatureRequestStatus } from '#contracts';
import type { ToolGapKind } from '#contracts/console';
import type { Tone } from '../ui/status-badge.tsx';

export const STATUSES: Record<FeatureRequestStatus, { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'blue' },
  triaged: { label: 'Triaged', tone: 'amber' },
  planned: { label: 'Planned', tone: 'amber' },
  done: { label: 'Done', tone: 'green' },
  declined: { label: 'Declined', tone: 'gray' },
};

export const GAP_KINDS: Record<ToolGapKind, string> = {
  nothing_ranked: 'nothing ranked',
  search_found_nothing: 'search found nothing',
  said_no_tool: 'said that it has no tool',
  feature_requested: 'a feature was requested',
};
