import type { PolicySituation, ReplyPolicy } from './reply-policy.ts';

/** An action that a reply may call done only if a tool has done it. */
export interface ReplyClaim {
  /** Completes "it says that something was …": "booked". */
  name: string;
  /** True if a text claims the action. The pack declares its words in the languages of its users. */
  isIn: (text: string) => boolean;
  /** The tools that do it. A successful call supports the claim. */
  tools: readonly string[];
  /** A result of `tools` supports the claim only if this returns true for it. */
  really?: (data: never) => boolean;
  /** Words in the result of another tool, or in what is known of the person, that support the claim. */
  recorded?: RegExp;
}

/**
 * A policy against claims of actions that did not happen. A claim may also repeat an earlier message or what the person
 * said.
 */
export function claimsPolicy({
  agents,
  claims,
  safeReply,
}: Pick<ReplyPolicy, 'agents' | 'safeReply'> & { claims: readonly ReplyClaim[] }): ReplyPolicy {
  return {
    name: 'unsupportedClaims',
    agents,
    streams: true,
    standing: () => 'applied',
    problem: (reply, situation) => {
      const unsupported = claims.filter((claim) => claim.isIn(reply) && !isSupported(claim, situation));
      return unsupported.length === 0
        ? undefined
        : `it says that something was ${unsupported.map(({ name }) => name).join(' and ')}, and no result of a tool says so`;
    },
    rewrite:
      'Say what the results of the tools say: what is in the outbox is not sent, what failed was not done, and what was not asked of a tool has not happened.',
    safeReply,
  };
}

function isSupported(
  { isIn, tools, really, recorded }: ReplyClaim,
  { calls, recent, text, known }: PolicySituation,
): boolean {
  const worked = calls.filter(({ success }) => success);
  if (worked.some(({ tool, data }) => tools.includes(tool) && (really?.(data as never) ?? true))) return true;
  const read = [...worked.filter(({ tool }) => !tools.includes(tool)).map(({ data }) => data), known];
  return (
    read.some((found) => recorded?.test(JSON.stringify(found) ?? '')) ||
    [...recent.map((message) => message.text), text].some(isIn)
  );
}
