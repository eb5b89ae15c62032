import type { CallerKind } from '#contracts';

/** The turn whose reply a policy checks. */
export interface PolicySituation {
  agent: string;
  caller: CallerKind;
  text: string;
  language: string;
  /** Earlier messages in the model's prompt, oldest first. */
  recent: readonly { role: 'user' | 'assistant'; text: string }[];
  /** Facts about the person that the pack knows (`PackSpec.recall`). */
  known: Readonly<Record<string, unknown>>;
  /** Calls of the turn, in order. `data` is the result or the error as the model saw it; a string if it was cut. */
  calls: readonly { tool: string; success: boolean; data: unknown }[];
  /** Everything that the model has read, as one text: its prompt with the facts of the org, conversation and tool results. */
  shown: () => string;
}

/** Whether a policy applies to a turn: not triggered, triggered but exempt, or applied. */
export type PolicyStanding = 'not_triggered' | 'exception' | 'applied';

/**
 * A rule of a pack for replies. Replies of `agents` are checked before they are sent. A reply that violates the rule is
 * rewritten once; if the new reply violates it too, the safe reply is sent instead.
 */
export interface ReplyPolicy {
  /** camelCase. The trace records the outcome as `policy.{name}`. */
  name: string;
  agents: readonly string[];
  /** Readers receive the text while it is written, and a violation takes it back. Default: they receive it after the check. */
  streams?: boolean;
  standing(situation: PolicySituation): PolicyStanding;
  /** Returns the violation, worded for the model that rewrites the reply; undefined for a valid reply. */
  problem(reply: string, situation: PolicySituation): string | undefined;
  /** Instruction for the rewrite, sent to the model with the problem. */
  rewrite: string;
  /** Returns the reply to send when the rewritten one violates the rule too. @param reply the last one that was written. */
  safeReply(situation: PolicySituation, reply: string): string;
}
