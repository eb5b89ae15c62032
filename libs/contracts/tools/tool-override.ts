import { z } from 'zod';
import { storableText, uuid } from '../values/ids.ts';

/**
 * `always`: in every offered set of an agent that lists the tool. `deferred`: offered only if the broker or `tool_search`
 * selects it. `universal`: for every agent with tools, unless its pack excludes it. `critical`: must be offered when its
 * trigger returns true.
 */
export const toolTiers = ['always', 'deferred', 'universal', 'critical'] as const;
export const toolTier = z.enum(toolTiers);
export type ToolTier = z.infer<typeof toolTier>;

/** Names that tools must not have, because they are paths of the console's tool routes. */
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

/** An example message of a user who needs the tool. */
export const toolExample = words(MAX_LINE_CHARACTERS);

const toolDeprecation = z.strictObject({ replacedBy: toolName, reason: words(MAX_LINE_CHARACTERS) });
export type ToolDeprecation = z.infer<typeof toolDeprecation>;

/**
 * Values of one layer (platform or org) that override the tool's file. An absent field keeps the value of the layer below;
 * `deprecated: null` removes a deprecation. A tool is enabled unless a layer disables it.
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

export const changeReason = words(MAX_LINE_CHARACTERS);

/** Version on which the change is based; 0 if there was no override. */
const seenVersion = z.int().min(0).max(2_147_483_647);

export const putToolOverride = z.strictObject({
  override: toolOverride,
  seenVersion,
  reason: changeReason,
});
export type PutToolOverride = z.infer<typeof putToolOverride>;

export const revertToolOverride = z.strictObject({
  /** Version to restore; 0 or absent removes the override. */
  toVersion: seenVersion.optional(),
  seenVersion,
  reason: changeReason,
});
export type RevertToolOverride = z.infer<typeof revertToolOverride>;

export const toolOverridesFile = z.strictObject({
  format: z.literal('turnpike.tool-overrides'),
  version: z.literal(1),
  /** Exported layer: the slug of an org, or null for the platform. Informative; the import request names its own target. */
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
  /** Also removes the overrides of tools that are not in the file. */
  replaceAll: z.boolean().default(false),
  reason: changeReason,
});
export type ImportToolOverrides = z.infer<typeof importToolOverrides>;

const toolOverrideActions = ['edit', 'revert', 'import'] as const;

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
