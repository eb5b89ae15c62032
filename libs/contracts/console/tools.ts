import { z } from 'zod';
import { agentRef } from './explanations.ts';
import { consoleOrg } from './session.ts';
import { channels, pickedOrg, uuid } from '../values/ids.ts';
import { wholeNumber } from '../values/numbers.ts';
import { callerKind } from '../orgs/scopes.ts';
import {
  changeReason,
  toolName,
  toolOverride,
  toolOverrideVersion,
  toolTier,
} from '../tools/tool-override.ts';

/** What the console's server, its page of tools and the command line say to each other. Times are ISO 8601 in UTC. */

const MAX_USE_DAYS = 90;

export const consoleToolsQuery = pickedOrg.extend({
  /** Days over which uses are counted. */
  days: wholeNumber(1, MAX_USE_DAYS).default(7),
});
export type ConsoleToolsQuery = z.infer<typeof consoleToolsQuery>;

export const deprecatedToolsQuery = pickedOrg.extend({
  /** The org's `DEPRECATION_WINDOW_DAYS` when absent. */
  days: z
    .enum(['7', '30'], 'expected 7 or 30')
    .transform((days): number => Number(days))
    .optional(),
});
export type DeprecatedToolsQuery = z.infer<typeof deprecatedToolsQuery>;

const deprecation = z.object({ replacedBy: z.string(), reason: z.string() }).nullable();

/** What of a tool can be edited, as one layer leaves it. */
export const toolMetadata = z.object({
  description: z.string(),
  whenToUse: z.array(z.string()),
  examples: z.array(z.string()),
  tier: toolTier,
  enabled: z.boolean(),
  deprecated: deprecation,
});

/** Of the calls of a time; null where there was none. */
const toolFigures = {
  calls: z.int(),
  errors: z.int(),
  meanMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
};

/** One row of the table of tools. */
const consoleTool = z.object({
  name: z.string(),
  pack: z.string(),
  source: z.enum(['file', 'mcp']),
  category: z.string(),
  description: z.string(),
  tier: toolTier,
  channels: z.array(z.string()),
  role: z.enum(['any', 'staff', 'admin']),
  sideEffect: z.enum(['none', 'write', 'external']),
  enabled: z.boolean(),
  /** Its definition has changed and waits for approval. */
  held: z.boolean(),
  deprecated: deprecation,
  /** Codes of languages; which of those in Latin script it is cannot be told, and `en` stands for them. */
  languages: z.object({
    covered: z.array(z.string()).describe('Those that its description, whenToUse and examples speak.'),
    lacking: z
      .array(z.string())
      .describe(
        'Those that its pack serves, or that messages of the time were in, and that it has no words in.',
      ),
  }),
  /** Versions of what is laid over; 0 where nothing is. */
  versions: z.object({ platform: z.int(), org: z.int() }),
  uses: z.object({
    ...toolFigures,
    users: z.int().describe('Members, API keys and contacts who caused the calls.'),
  }),
});
export type ConsoleTool = z.infer<typeof consoleTool>;

export const consoleTools = z.object({ items: z.array(consoleTool), days: z.int() });
export type ConsoleTools = z.infer<typeof consoleTools>;

/** The calls of one tool that one person, or one API key, caused. */
export const toolUser = z.object({
  org: consoleOrg,
  /** Null where nobody is on record. The name is that of a member, as far as it is in sight. */
  user: z
    .object({ kind: z.enum(['user', 'key', 'contact']), id: z.string(), name: z.string().nullable() })
    .nullable(),
  ...toolFigures,
  lastAt: z.iso.datetime(),
});
export type ToolUser = z.infer<typeof toolUser>;

export const toolUsers = z.object({
  days: z.int(),
  users: z
    .int()
    .describe(
      'In all, as in the list of tools; those with the most calls are shown, and beside them the calls of nobody on record.',
    ),
  items: z.array(toolUser),
});
export type ToolUsers = z.infer<typeof toolUsers>;

/** What one layer says of a tool, and in which fields that differs from what lies below it. */
export const consoleToolLayer = z.object({
  version: z.int(),
  override: toolOverride,
  differences: z.array(z.object({ field: z.string(), below: z.unknown(), here: z.unknown() })),
  /** Newest first. Empty where the session may not see who edits the layer. */
  history: z.array(toolOverrideVersion),
});

const toolDefinitionView = z.object({
  name: z.string(),
  hash: z.string(),
  source: z.enum(['file', 'mcp']),
  definition: z.object({ description: z.string(), parameters: z.record(z.string(), z.unknown()) }).partial(),
  firstSeenAt: z.iso.datetime(),
  currentSince: z.iso.datetime(),
  /** Null while it waits for approval. */
  approvedAt: z.iso.datetime().nullable(),
  approvedBy: uuid.nullable(),
  /** Null where nobody of one's sight approved it: with its pack, or somebody of the platform. */
  approvedByName: z.string().nullable(),
});
export type ToolDefinitionView = z.infer<typeof toolDefinitionView>;

export const consoleToolDetail = z.object({
  name: z.string(),
  pack: z.string(),
  source: z.enum(['file', 'mcp']),
  held: z.boolean(),
  sideEffect: z.enum(['none', 'write', 'external']),
  role: z.enum(['any', 'staff', 'admin']),
  /** It works within a conversation only. */
  needsConversation: z.boolean(),
  /** The outside service that it asks, where it names one; null where it asks none. */
  service: z.string().nullable(),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
  /** Agents that have it, as `pack/agent`. */
  agents: z.array(z.string()),
  file: toolMetadata,
  platform: consoleToolLayer,
  /** Null where no org is looked at. */
  org: consoleToolLayer.nullable(),
  effective: toolMetadata,
  definitions: z.array(toolDefinitionView),
});
export type ConsoleToolDetail = z.infer<typeof consoleToolDetail>;

export const toolVersionAnswer = z.object({ version: z.int() });
export type ToolVersionAnswer = z.infer<typeof toolVersionAnswer>;
export const toolImportAnswer = z.object({ changed: z.array(z.string()) });
export type ToolImportAnswer = z.infer<typeof toolImportAnswer>;

/** A turn as it might be: which tools could it use? */
export const toolScopeQuery = pickedOrg.extend({
  agent: agentRef,
  channel: z.enum(channels).default('chat'),
  caller: callerKind.default('contact'),
  conversation: uuid.optional(),
});
export type ToolScopeQuery = z.infer<typeof toolScopeQuery>;

export const toolScopeAnswer = z.object({
  /** What each layer says, in their order. */
  layers: z.array(z.object({ layer: z.string(), passes: z.boolean(), reason: z.string().optional() })),
});
export type ToolScopeAnswer = z.infer<typeof toolScopeAnswer>;

/** The uses of one deprecated tool, and whether it can go. */
export const deprecatedTool = z.object({
  name: z.string(),
  replacedBy: z.string(),
  reason: z.string(),
  uses: z.int(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** In how many conversations it was used. */
  conversations: z.int(),
  /** Every day of the report, oldest first. */
  perDay: z.array(z.object({ day: z.iso.date(), uses: z.int() })),
  /** Who used it, most uses first, at most 50. */
  by: z.array(
    z.object({
      org: z.string(),
      /** Null for calls outside of a turn. */
      agent: z.string().nullable(),
      callerKind,
      uses: z.int(),
      /** Of all uses of the tool, with one decimal. */
      sharePct: z.number(),
    }),
  ),
  /** `safe_to_remove` when there was no use at all. */
  verdict: z.enum(['safe_to_remove', 'still_in_use']),
});
export type DeprecatedTool = z.infer<typeof deprecatedTool>;

export const deprecatedTools = z.object({
  days: z.int(),
  /** The first day that is counted. */
  from: z.iso.date(),
  /** In which days begin (IANA name): the org's, or the deployment's. */
  timezone: z.string(),
  /** Where calls are on record for a part of the days only. */
  note: z.string().nullable(),
  items: z.array(deprecatedTool),
  /** All calls of deprecated tools and of what replaces them; `sharePct` of the former in both, null without any. */
  totals: z.object({ deprecated: z.int(), replacements: z.int(), sharePct: z.number().nullable() }),
  /** Tools that are not deprecated and do a part of what a replacement does. */
  short: z.array(z.object({ name: z.string(), shortFor: z.string(), uses: z.int() })),
});
export type DeprecatedTools = z.infer<typeof deprecatedTools>;

export const approveToolDefinition = z.strictObject({ reason: changeReason });
export const toolDefinitionHash = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal');

const MAX_CONVERSATION_TOOLS = 200;
const toolNames = z
  .array(toolName)
  .max(MAX_CONVERSATION_TOOLS)
  .transform((names) => [...new Set(names)]);

/** A conversation's own list. */
export const conversationTools = z.strictObject({
  /** The only tools that may be used in it; null for every one. */
  allowed: toolNames.nullable(),
  denied: toolNames,
  reason: changeReason,
});
export type PutConversationTools = z.infer<typeof conversationTools>;
