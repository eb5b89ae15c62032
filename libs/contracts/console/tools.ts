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

/** Requests and responses of the console's tool routes, which the page and the command line use. Times are ISO 8601 in UTC. */

const MAX_USE_DAYS = 90;

export const consoleToolsQuery = pickedOrg.extend({
  /** Number of days over which calls are counted. */
  days: wholeNumber(1, MAX_USE_DAYS).default(7),
});
export type ConsoleToolsQuery = z.infer<typeof consoleToolsQuery>;

export const deprecatedToolsQuery = pickedOrg.extend({
  /** Default: the org's `DEPRECATION_WINDOW_DAYS`. */
  days: z
    .enum(['7', '30'], 'expected 7 or 30')
    .transform((days): number => Number(days))
    .optional(),
});
export type DeprecatedToolsQuery = z.infer<typeof deprecatedToolsQuery>;

const deprecation = z.object({ replacedBy: z.string(), reason: z.string() }).nullable();

/** Editable metadata of a tool, after one layer is applied. */
export const toolMetadata = z.object({
  description: z.string(),
  whenToUse: z.array(z.string()),
  examples: z.array(z.string()),
  tier: toolTier,
  enabled: z.boolean(),
  deprecated: deprecation,
});

/** Figures of the calls in a time range; null without calls. */
const toolFigures = {
  calls: z.int(),
  errors: z.int(),
  meanMs: z.number().nullable(),
  p95Ms: z.number().nullable(),
};

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
  /** True if the definition has changed and waits for approval. */
  held: z.boolean(),
  deprecated: deprecation,
  /** Language codes. Languages in Latin script cannot be distinguished, so `en` stands for all of them. */
  languages: z.object({
    covered: z.array(z.string()).describe('Languages of its description, whenToUse and examples.'),
    lacking: z
      .array(z.string())
      .describe('Languages of its pack or of messages in the time range that are not covered.'),
  }),
  /** Versions of the overrides; 0 without an override. */
  versions: z.object({ platform: z.int(), org: z.int() }),
  uses: z.object({
    ...toolFigures,
    users: z.int().describe('Members, API keys and contacts who caused the calls.'),
  }),
});
export type ConsoleTool = z.infer<typeof consoleTool>;

export const consoleTools = z.object({ items: z.array(consoleTool), days: z.int() });
export type ConsoleTools = z.infer<typeof consoleTools>;

/** Calls of a tool by one user, API key or contact. */
export const toolUser = z.object({
  org: consoleOrg,
  /** Null if no caller is recorded. `name` is set only for members that the session can see. */
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
      'Total number, as in the list of tools. The items are those with the most calls, and the calls without a recorded caller.',
    ),
  items: z.array(toolUser),
});
export type ToolUsers = z.infer<typeof toolUsers>;

/** The override of a tool in one layer, and the fields in which it differs from the layer below. */
export const consoleToolLayer = z.object({
  version: z.int(),
  override: toolOverride,
  differences: z.array(z.object({ field: z.string(), below: z.unknown(), here: z.unknown() })),
  /** Newest first. Empty if the session may not see the editors of the layer. */
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
  /** Null if it was approved with its pack or by a platform user whom the session cannot see. */
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
  needsConversation: z.boolean(),
  /** Name of the outside service that the tool calls; null without one. */
  service: z.string().nullable(),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
  /** Agents with the tool, as `pack/agent`. */
  agents: z.array(z.string()),
  file: toolMetadata,
  platform: consoleToolLayer,
  /** Null if no org is selected. */
  org: consoleToolLayer.nullable(),
  effective: toolMetadata,
  definitions: z.array(toolDefinitionView),
});
export type ConsoleToolDetail = z.infer<typeof consoleToolDetail>;

export const toolVersionAnswer = z.object({ version: z.int() });
export type ToolVersionAnswer = z.infer<typeof toolVersionAnswer>;
const toolImportAnswer = z.object({ changed: z.array(z.string()) });
export type ToolImportAnswer = z.infer<typeof toolImportAnswer>;

/** A hypothetical turn, for which the console shows whether it could use the tool. */
export const toolScopeQuery = pickedOrg.extend({
  agent: agentRef,
  channel: z.enum(channels).default('chat'),
  caller: callerKind.default('contact'),
  conversation: uuid.optional(),
});
export type ToolScopeQuery = z.infer<typeof toolScopeQuery>;

export const toolScopeAnswer = z.object({
  /** Decision of each layer, in order. */
  layers: z.array(z.object({ layer: z.string(), passes: z.boolean(), reason: z.string().optional() })),
});
export type ToolScopeAnswer = z.infer<typeof toolScopeAnswer>;

/** Uses of a deprecated tool, and whether it can be removed. */
export const deprecatedTool = z.object({
  name: z.string(),
  replacedBy: z.string(),
  reason: z.string(),
  uses: z.int(),
  lastUsedAt: z.iso.datetime().nullable(),
  conversations: z.int(),
  /** All days of the report, oldest first. */
  perDay: z.array(z.object({ day: z.iso.date(), uses: z.int() })),
  /** Callers by number of uses, at most 50. */
  by: z.array(
    z.object({
      org: z.string(),
      /** Null for calls outside of a turn. */
      agent: z.string().nullable(),
      callerKind,
      uses: z.int(),
      /** Percentage of all uses of the tool, with one decimal. */
      sharePct: z.number(),
    }),
  ),
  /** `safe_to_remove` if there was no use. */
  verdict: z.enum(['safe_to_remove', 'still_in_use']),
});
export type DeprecatedTool = z.infer<typeof deprecatedTool>;

export const deprecatedTools = z.object({
  days: z.int(),
  /** First day of the report. */
  from: z.iso.date(),
  /** Time zone of the days (IANA name): the org's, or the deployment's. */
  timezone: z.string(),
  /** Note if calls are recorded for only some of the days; otherwise null. */
  note: z.string().nullable(),
  items: z.array(deprecatedTool),
  /** Calls of all deprecated tools and of their replacements; `sharePct` is the percentage of the deprecated ones, null without calls. */
  totals: z.object({ deprecated: z.int(), replacements: z.int(), sharePct: z.number().nullable() }),
  /** Tools that are not deprecated and do a part of the work of a replacement (`ToolSpec.shortFor`). */
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

export const conversationTools = z.strictObject({
  /** Only these tools may be used; null: no restriction. */
  allowed: toolNames.nullable(),
  denied: toolNames,
  reason: changeReason,
});
export type PutConversationTools = z.infer<typeof conversationTools>;
