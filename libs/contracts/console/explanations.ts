import { z } from 'zod';
import { channels, orgSlug, storableText } from '../values/ids.ts';
import { callerKind } from '../orgs/scopes.ts';
import { toolTier } from '../tools/tool-override.ts';

/** In an address: what is longer is cut by the browser's or a proxy's limits. */
const MAX_QUERY_CHARACTERS = 2_000;

/** An agent by the name of its pack and its own. */
export const agentRef = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}\/[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'expected pack/agent');

/** A message as somebody might send it: which tools would it be offered? */
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
  mode: z.enum(['off', 'shadow', 'enforce']).describe('The flag tool_broker of the org as it is now.'),
  outcome: z.string(),
  confidence: z.number().nullable().describe('0 to 1; null where no set was computed.'),
  rankerVersion: z.int().nullable().describe('Null where text alone ranks.'),
  selectionUs: z.number(),
  /** Every tool in scope: those that are there in any case first, then by their rank. */
  tools: z.array(
    z.object({
      tool: z.string(),
      tier: toolTier,
      offered: z.boolean(),
      chosen: z.boolean().describe('The broker’s own choice: what is offered while it is enforced.'),
      rank: z.int().nullable(),
      score: z.number(),
      reason: z.string(),
    }),
  ),
  /** Why the org's other tools cannot be used by such a turn at all. */
  excluded: z.array(z.object({ tool: z.string(), layer: z.string(), reason: z.string() })),
});
export type MessageExplanationView = z.infer<typeof messageExplanation>;

/** Who may answer in an org. */
export const consoleAgents = z.object({
  items: z.array(
    z.object({
      name: z.string().describe('pack/agent'),
      pack: z.string(),
      agent: z.string(),
      description: z.string(),
      tools: z.int().describe('In its list, before any layer.'),
    }),
  ),
});
export type ConsoleAgents = z.infer<typeof consoleAgents>;
