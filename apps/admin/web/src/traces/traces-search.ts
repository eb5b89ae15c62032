import type { TraceFacetName } from '#contracts/console';
import type { PageSearch } from '../ui/page-search.ts';

export const tracesSearchNames = [
  'days',
  'pack',
  'agent',
  'model',
  'tool',
  'status',
  'minCost',
  'minMs',
  'q',
] as const;
export type TracesSearchName = (typeof tracesSearchNames)[number];

/** The address with one value of a facet, or with none. A call of a tool has no model: one filter replaces the other. */
export function withFacet(name: TraceFacetName, value: string | undefined): PageSearch<TracesSearchName> {
  if (name === 'tool') return { tool: value, model: undefined };
  if (name === 'model') return { model: value, tool: undefined };
  return { [name]: value };
}
