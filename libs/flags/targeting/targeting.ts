import { safeValueOf, type FlagDefinition, type FlagValue } from '../flag-definition.ts';
import type { FlagPlaceKind } from '../flag-place.ts';
import { bucketOf } from './bucket.ts';

/** The context of an evaluation. Without a conversation, values of shares and conversations do not apply. */
export interface FlagContext {
  orgId: string;
  conversationId?: string;
}

export interface OrgTargets {
  value?: FlagValue;
  /** The share consists of the first `buckets` of 10,000. */
  share?: { buckets: number; value: FlagValue };
  conversations: Map<string, FlagValue>;
}

export interface FlagTargets {
  killed: boolean;
  default?: FlagValue;
  orgs: Map<string, OrgTargets>;
}

export interface FlagEvaluation {
  value: FlagValue;
  /** The place that decided; `code` for the default in the flag's declaration. */
  source: FlagPlaceKind | 'code';
}

const NOTHING_SET: FlagTargets = { killed: false, orgs: new Map() };

/**
 * Evaluates a flag. The most specific place that applies wins: default, org, share, conversation. The kill switch overrides
 * all.
 */
export function evaluateFlag(
  flag: FlagDefinition,
  targets: FlagTargets = NOTHING_SET,
  { orgId, conversationId }: Partial<FlagContext>,
): FlagEvaluation {
  if (targets.killed) return { value: safeValueOf(flag), source: 'kill' };
  const org = orgId === undefined ? undefined : targets.orgs.get(orgId);
  if (org && conversationId !== undefined) {
    const pinned = org.conversations.get(conversationId);
    if (pinned !== undefined) return { value: pinned, source: 'conversation' };
    if (org.share && bucketOf(flag.key, conversationId) < org.share.buckets)
      return { value: org.share.value, source: 'share' };
  }
  if (org?.value !== undefined) return { value: org.value, source: 'org' };
  if (targets.default !== undefined) return { value: targets.default, source: 'default' };
  return { value: flag.default, source: 'code' };
}
