import type { ToolOverride } from '#contracts';
import type { ConsoleToolDetail } from '#contracts/console';

type ToolMetadata = ConsoleToolDetail['effective'];

export interface Draft {
  description: string;
  whenToUse: string;
  examples: string;
  tier: ToolMetadata['tier'];
  enabled: boolean;
  deprecated: boolean;
  replacedBy: string;
  deprecationReason: string;
}

export function draftOf(metadata: ToolMetadata): Draft {
  return {
    description: metadata.description,
    whenToUse: metadata.whenToUse.join('\n'),
    examples: metadata.examples.join('\n'),
    tier: metadata.tier,
    enabled: metadata.enabled,
    deprecated: metadata.deprecated !== null,
    replacedBy: metadata.deprecated?.replacedBy ?? '',
    deprecationReason: metadata.deprecated?.reason ?? '',
  };
}

/** The override that turns `below` into the draft: only the fields that differ. */
export function overrideOf(draft: Draft, below: ToolMetadata): ToolOverride {
  const wanted: ToolMetadata = {
    description: draft.description.trim(),
    whenToUse: linesOf(draft.whenToUse),
    examples: linesOf(draft.examples),
    tier: draft.tier,
    enabled: draft.enabled,
    deprecated: draft.deprecated ? { replacedBy: draft.replacedBy, reason: draft.deprecationReason } : null,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(below[field as keyof ToolMetadata]),
    ),
  );
}

/** Whether the draft would store something else than the metadata that it began with, which a layer may store in other words. */
export function isEdited(draft: Draft, begun: ToolMetadata, below: ToolMetadata): boolean {
  return JSON.stringify(overrideOf(draft, below)) !== JSON.stringify(overrideOf(draftOf(begun), below));
}

/** Explains the switch in the platform's layer, which overrules the orgs. */
export function enabledHint({ enabled }: Draft): string {
  return enabled ? 'If disabled here, no org can enable it' : 'Disabled: no org can enable it';
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
