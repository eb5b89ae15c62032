import { z } from 'zod';
import { channels, orgSlug, storableText } from '../values/ids.ts';
import { callerKind } from '../orgs/scopes.ts';
import { toolTier } from '../tools/tool-override.ts';

/** The text is part of a URL, and browsers and proxies limit its length. */
const MAX_QUERY_CHARACTERS = 2_000;

/** An agent as `pack/agent`. */
export const agentRef = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}\/[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'expected pack/agent');

/** A hypothetical message, for which the console shows the offered tools. */
export const explainMessageQuery = z.strictObject({
  org: orgSlug.optional(),
  text: storableText(MAX_QUERY_CHARACTERS),
  agent: agentRef,
  channel: z.enum(channels).default('chat'),
  caller: callerKind.default('contact'),
});
export type ExplainMessageQuery = z.infer<typeof explainMessageQuery>;

export const messageExplanation = z.object({
  agent: z.string(),
  language: z.string(),
  intents: z.array(z.string()),
  mode: z.enum(['off', 'shadow', 'enforce']).describe('Current value of the flag tool_broker in the org.'),
  outcome: z.string(),
  confidence: z.number().nullable().describe('0 to 1; null if no set was computed.'),
  rankerVersion: z.int().nullable().describe('Null for ranking by text only.'),
  selectionUs: z.number(),
  /** All tools in scope: tools that are always offered first, the others by rank. */
  tools: z.array(
    z.object({
      tool: z.string(),
      tier: toolTier,
      offered: z.boolean(),
      chosen: z
        .boolean()
        .describe('True if the broker chose the tool, which is then offered in enforce mode.'),
      rank: z.int().nullable(),
      score: z.number(),
      reason: z.string(),
    }),
  ),
  /** Reasons why such a turn cannot use the other tools of the org. */
  excluded: z.array(z.object({ tool: z.string(), layer: z.string(), reason: z.string() })),
});
export type MessageExplanationView = z.infer<typeof messageExplanation>;

export const consoleAgents = z.object({
  items: z.array(
    z.object({
      name: z.string().describe('pack/agent'),
      pack: z.string(),
      agent: z.string(),
      description: z.string(),
      tools: z.int().describe('Number of tools in the agent’s list, before any layer applies.'),
    }),
  ),
});
export type ConsoleAgents = z.infer<typeof consoleAgents>;
