import type { ToolError, ToolOverlay } from '#pack-kit';
import type { SearchResult } from '../schema/results.ts';
import { SEARCH } from './arguments.ts';

interface UnknownPlaces {
  places?: { field: string; name: string; type: string }[];
}

/**
 * Searches for a place that a tool refused because its name is not the exact English one, and calls the tool again where
 * one place clearly fits. A model that forgot to search first need not start again.
 */
export const exactPlaces: NonNullable<ToolOverlay['guard']> = { name: 'guard.discovery', mend };

async function mend(
  input: Record<string, unknown>,
  refusal: ToolError,
  ask: (tool: string, args: Record<string, unknown>) => Promise<unknown>,
): Promise<Record<string, unknown> | undefined> {
  const { places = [] } = (refusal.help ?? {}) as UnknownPlaces;
  const [unknown] = places;
  if (!unknown) return undefined;
  const { field, name, type } = unknown;
  const { best } = (await ask(SEARCH, { query: name, type })) as SearchResult;
  if (!best) return undefined;
  const given = input[field];
  const mended = Array.isArray(given)
    ? given.map((each) => (each === name ? best.name_en : (each as unknown)))
    : best.name_en;
  return { ...input, [field]: mended };
}
