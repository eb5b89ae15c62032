import type { CallerKind } from '#contracts';

/** A turn whose reply is checked. */
export interface PolicySituation {
  agent: string;
  caller: CallerKind;
  text: string;
  language: string;
  /** The messages before that the model was shown, oldest first. */
  recent: readonly { role: 'user' | 'assistant'; text: string }[];
  /** What the pack knows of the person (`PackSpec.recall`). */
  known: Readonly<Record<string, unknown>>;
  /** The calls of the turn, in their order; `data` as the model saw it, a text where that was cut. */
  calls: readonly { tool: string; success: boolean; data: unknown }[];
}

/** Whether a policy holds in a turn: nothing called for it, something makes it an exception, or it is applied. */
export type PolicyStanding = 'not_triggered' | 'exception' | 'applied';

/**
 * A rule of a pack for replies. Replies of its agents are sent only once they are checked; one that breaks the rule is
 * written anew once, and if that breaks it too a safe reply takes its place.
 */
export interface ReplyPolicy {
  /** camelCase; what came of it stands on the trace as `policy.{name}`. */
  name: string;
  agents: readonly string[];
  standing(situation: PolicySituation): PolicyStanding;
  /** What is wrong with the reply, for the model that is to mend it; undefined when nothing is. */
  problem(reply: string, situation: PolicySituation): string | undefined;
  /** What the model is told beside the problem. */
  rewrite: string;
  /** What is said when the second answer breaks the rule too. */
  safeReply(situation: PolicySituation): string;
}
