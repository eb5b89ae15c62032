import type { ToolDeprecation, ToolOverride } from '#contracts';
import { TOOL_SEARCH } from '../platform/tool-search.tool.ts';
import type { Tool, ToolTier } from '#pack-kit';

/** What of a tool may be changed without a release. */
export interface ToolMetadata {
  description: string;
  whenToUse: string[];
  examples: string[];
  tier: ToolTier;
  enabled: boolean;
  deprecated: ToolDeprecation | null;
}

/** What the tool's file says. */
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

/** Nothing that is deferred could be reached: the search itself would have to be searched for. */
export function hidesSearch(tool: string, { tier }: ToolOverride): boolean {
  return tool === TOOL_SEARCH && tier === 'deferred';
}

/** `below` as `override` changes it. A tool that is switched off below stays off. */
export function layOver(below: ToolMetadata, override: ToolOverride): ToolMetadata {
  return {
    ...below,
    ...said(override),
    enabled: below.enabled && override.enabled !== false,
  };
}

/** One field in which a layer differs from what lies below it. */
export interface MetadataDifference {
  field: keyof ToolMetadata;
  below: unknown;
  here: unknown;
}

/** The fields in which `override` changes something; what it only repeats is no difference. */
export function differencesFrom(below: ToolMetadata, override: ToolOverride): MetadataDifference[] {
  const here = layOver(below, override);
  return (Object.keys(said(override)) as (keyof ToolMetadata)[])
    .filter((field) => JSON.stringify(below[field]) !== JSON.stringify(here[field]))
    .map((field) => ({ field, below: below[field], here: here[field] }));
}

/** Without the fields that are there as `undefined`. */
function said(override: ToolOverride): ToolOverride {
  return Object.fromEntries(Object.entries(override).filter(([, value]) => value !== undefined));
}
