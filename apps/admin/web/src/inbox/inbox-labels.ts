import { cutText } from '#contracts';
import type { InboxItem, InboxKind } from '#contracts/console';
import type { Tone } from '../ui/tone.ts';

export const KINDS: Record<InboxKind, { label: string; plural: string; tone: Tone }> = {
  approval: { label: 'Approval', plural: 'Approvals', tone: 'amber' },
  effect: { label: 'Unknown outcome', plural: 'Unknown outcomes', tone: 'red' },
  definition: { label: 'Changed tool', plural: 'Changed tools', tone: 'blue' },
  webhook: { label: 'Failed webhook', plural: 'Failed webhooks', tone: 'gray' },
};

const SHOWN_CHARACTERS = 160;

export function subjectOf(item: InboxItem): string {
  return item.kind === 'webhook' ? item.event : item.tool;
}

export function detailsOf(item: InboxItem): string {
  switch (item.kind) {
    case 'approval':
    case 'effect':
      return argumentsLine(item.arguments);
    case 'definition':
      return item.approved === null
        ? 'New tool, not offered until approved'
        : 'Definition changed, not offered until approved';
    case 'webhook':
      return `${item.url}: ${item.lastError ?? `status ${item.lastStatus ?? 'none'}`}`;
  }
}

function argumentsLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const parts = Object.entries(value).map(
    ([name, part]) => `${name}: ${typeof part === 'string' ? part : JSON.stringify(part)}`,
  );
  return cutText(parts.join(', '), SHOWN_CHARACTERS, '');
}
