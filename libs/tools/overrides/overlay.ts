import type { ToolDeprecation, ToolOverride } from '#contracts';
import { TOOL_SEARCH } from '../platform/tool-search.tool.ts';
import type { Tool, ToolTier } from '#pack-kit';

/** The metadata of a tool that can be overridden without a release. */
export interface ToolMetadata {
  description: string;
  whenToUse: string[];
  examples: string[];
  tier: ToolTier;
  enabled: boolean;
  deprecated: ToolDeprecation | null;
}

export function metadataOf(tool: Tool): ToolMetadata {
  return {
    description: tool.description,
    whenToUse: tool.whenToUse,
    examples: tool.examples,
    tier: tool.tier,
    enabled: true,
    deprecated: tool.deprecated ?? null,
  };
}

/** True if the override would defer the search tool itself, so that no deferred tool could be found. */
export function hidesSearch(tool: string, { tier }: ToolOverride): boolean {
  return tool === TOOL_SEARCH && tier === 'deferred';
}

/** Applies `override` to `below`. A tool that is switched off in a lower layer stays off. */
export function applyOverride(below: ToolMetadata, override: ToolOverride): ToolMetadata {
  return {
    ...below,
    ...definedFields(override),
    enabled: below.enabled && override.enabled !== false,
  };
}

/** One field in which a layer differs from the layer below. */
export interface MetadataDifference {
  field: keyof ToolMetadata;
  below: unknown;
  here: unknown;
}

/** The fields that `override` changes. A field with the same value as below is not a difference. */
export function differencesFrom(below: ToolMetadata, override: ToolOverride): MetadataDifference[] {
  const here = applyOverride(below, override);
  return (Object.keys(definedFields(override)) as (keyof ToolMetadata)[])
    .filter((field) => JSON.stringify(below[field]) !== JSON.stringify(here[field]))
    .map((field) => ({ field, below: below[field], here: here[field] }));
}

/** The override without fields whose value is `undefined`. */
function definedFields(override: ToolOverride): ToolOverride {
  return Object.fromEntries(Object.entries(override).filter(([, value]) => value !== undefined));
}
