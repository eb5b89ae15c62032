import { z } from 'zod';
import { storableText, uuid } from '../values/ids.ts';

/** What may be changed of a tool without a release, and how long each part may be. */

/**
 * `always` in every offered set of an agent that has it; `deferred` only through the broker's choice or `tool_search`;
 * `universal` for every agent that has tools, unless its pack leaves it out; `critical` must be offered when its
 * trigger holds.
 */
export const toolTiers = ['always', 'deferred', 'universal', 'critical'] as const;
export const toolTier = z.enum(toolTiers);
export type ToolTier = z.infer<typeof toolTier>;

/** Names beside which no tool can live: they are addresses of the console's tools. */
export const reservedToolNames = ['definitions', 'deprecated', 'export', 'import'] as const;

const MAX_TOOL_DESCRIPTION_CHARACTERS = 2_000;
const MAX_LINE_CHARACTERS = 500;
const MAX_WHEN_TO_USE = 20;
export const MAX_TOOL_EXAMPLES = 50;
const MAX_OVERRIDES_IN_ONE_IMPORT = 500;

export const toolName = z
  .string()
  .max(64, 'expected the name of a tool, at most 64 characters')
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'expected the snake_case name of a tool');

const words = (maxCharacters: number) =>
  storableText(maxCharacters).refine((text) => text.trim() !== '', 'expected some text');

/** What somebody might say who needs the tool. */
export const toolExample = words(MAX_LINE_CHARACTERS);

const toolDeprecation = z.strictObject({ replacedBy: toolName, reason: words(MAX_LINE_CHARACTERS) });
export type ToolDeprecation = z.infer<typeof toolDeprecation>;

/**
 * What one layer (the platform, or an org) says instead of the tool's file. A field that is absent is left as it is
 * below; `deprecated: null` takes a deprecation back. A tool is enabled when no layer says no.
 */
export const toolOverride = z.strictObject({
  description: words(MAX_TOOL_DESCRIPTION_CHARACTERS).optional(),
  whenToUse: z
    .array(words(MAX_LINE_CHARACTERS))
    .min(1, 'expected at least one line')
    .max(MAX_WHEN_TO_USE)
    .optional(),
  examples: z
    .array(toolExample)
    .min(1, 'expected at least one example utterance')
    .max(MAX_TOOL_EXAMPLES)
    .optional(),
  tier: toolTier.optional(),
  enabled: z.boolean().optional(),
  deprecated: toolDeprecation.nullable().optional(),
});
export type ToolOverride = z.infer<typeof toolOverride>;

/** Why a change was made; it stands in the audit log. */
export const changeReason = words(MAX_LINE_CHARACTERS);

/** The version that whoever changes it has seen; 0 where nothing was laid over yet. */
const seenVersion = z.int().min(0).max(2_147_483_647);

export const putToolOverride = z.strictObject({
  override: toolOverride,
  seenVersion,
  reason: changeReason,
});
export type PutToolOverride = z.infer<typeof putToolOverride>;

export const revertToolOverride = z.strictObject({
  /** The version to go back to; 0, or absent, is the file itself. */
  toVersion: seenVersion.optional(),
  seenVersion,
  reason: changeReason,
});
export type RevertToolOverride = z.infer<typeof revertToolOverride>;

/** Every override of one layer, as it is exported and imported. */
export const toolOverridesFile = z.strictObject({
  format: z.literal('turnpike.tool-overrides'),
  version: z.literal(1),
  /** Where it was exported from: the slug of an org, or null for the platform. For people; an import goes where it is sent. */
  org: z.string().max(63).nullable().optional(),
  overrides: z
    .record(toolName, toolOverride)
    .refine(
      (overrides) => Object.keys(overrides).length <= MAX_OVERRIDES_IN_ONE_IMPORT,
      `expected at most ${MAX_OVERRIDES_IN_ONE_IMPORT} tools`,
    ),
});
export type ToolOverridesFile = z.infer<typeof toolOverridesFile>;

export const importToolOverrides = z.strictObject({
  file: toolOverridesFile,
  /** Tools that the file does not name lose their overrides too. */
  replaceAll: z.boolean().default(false),
  reason: changeReason,
});
export type ImportToolOverrides = z.infer<typeof importToolOverrides>;

const toolOverrideActions = ['edit', 'revert', 'import'] as const;

/** One version of what a layer says of a tool. */
export const toolOverrideVersion = z.object({
  version: z.int(),
  override: toolOverride,
  action: z.enum(toolOverrideActions),
  reason: z.string(),
  actor: z.object({
    kind: z.enum(['user', 'api_key', 'system']),
    userId: uuid.nullable(),
    name: z.string().nullable(),
  }),
  createdAt: z.iso.datetime(),
});
export type ToolOverrideVersion = z.infer<typeof toolOverrideVersion>;
