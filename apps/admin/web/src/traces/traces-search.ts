import type { TraceFacetName } from '#contracts/console';
import type { PageSearch } from '../ui/page-search.ts';

/** Ends of the ranges of duration, cost and start. */
export const rangeNames = ['minMs', 'maxMs', 'minCost', 'maxCost', 'from', 'to'] as const;
export type RangeName = (typeof rangeNames)[number];

export const tracesSearchNames = [
  'days',
  'pack',
  'agent',
  'model',
  'tool',
  'status',
  ...rangeNames,
  'q',
] as const;
export type TracesSearchName = (typeof tracesSearchNames)[number];

/** The address with one facet set or cleared. A tool call has no model, so one filter replaces the other. */
export function withFacet(name: TraceFacetName, value: string | undefined): PageSearch<TracesSearchName> {
  if (name === 'tool') return { tool: value, model: undefined };
  if (name === 'model') return { model: value, tool: undefined };
  return { [name]: value };
}
