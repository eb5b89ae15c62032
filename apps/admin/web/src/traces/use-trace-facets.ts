import {
  consoleAgents,
  consoleModels,
  consoleTools,
  traceFacetName,
  traceFacets,
  type TraceFacet,
  type TraceFacetName,
} from '#contracts/console';
import { agentsRequest, modelsRequest, toolsRequest, traceFacetsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { usePermissions } from '../session/use-permissions.ts';
import type { PageSearch } from '../ui/page-search.ts';
import { CANCELLED, TRACE_STATUSES } from './trace-statuses.ts';
import type { TracesSearchName } from './traces-search.ts';

/** Counting thousands of spans is slower than listing them, so it is polled less often. */
const POLL_MS = 20_000;

export interface ShownFacet {
  name: TraceFacetName;
  label: string;
  chosen: string | undefined;
  values: { value: string; label: string; count: number }[];
  /** Number of newest spans counted; undefined if all were. */
  ofNewest: number | undefined;
}

/** Facets that distinguish spans, with the values of the newest spans and the chosen ones. */
export function useTraceFacets(search: PageSearch<TracesSearchName>) {
  const { allOrgs } = usePermissions();
  const { data, error, refetch } = useAnswer(traceFacetsRequest(search), traceFacets, { pollMs: POLL_MS });
  const known = useKnownNames(search.org, {
    agent: data?.agent.complete === false,
    tool: data?.tool.complete === false,
    model: data?.model.complete === false,
  });
  const shown = traceFacetName.options.flatMap((name) => {
    const facet = data?.[name];
    if (!facet || (name === 'org' && !allOrgs)) return [];
    const chosen = search[name];
    const values = valuesOf(facet, [chosen ?? [], known[name] ?? []].flat());
    // A value shared by every span does not narrow the list.
    if (values.length === 0 || ((name === 'org' || name === 'pack') && !chosen && values.length === 1))
      return [];
    const labelled = values.map((one) => ({ ...one, label: labelOf(name, one.value) }));
    const ofNewest = facet.complete ? undefined : facet.counted;
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    return [{ name, label, chosen, values: labelled, ofNewest }];
  });
  return { facets: shown, error: data ? null : error, retry: () => void refetch() };
}

/** Counted values first, then other possible ones. */
function valuesOf({ values }: TraceFacet, others: string[]): TraceFacet['values'] {
  const counted = new Set(values.map(({ value }) => value));
  const missing = [...new Set(others)].filter((value) => !counted.has(value)).sort();
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}

function labelOf(name: TraceFacetName, value: string): string {
  if (name !== 'status') return value;
  return { ...TRACE_STATUSES, cancelled: CANCELLED }[value as keyof typeof TRACE_STATUSES]?.label ?? value;
}

/** Names that the org has now, used when older spans that were not counted may have other values. */
function useKnownNames(
  org: string | undefined,
  wanted: Record<'agent' | 'tool' | 'model', boolean>,
): Partial<Record<TraceFacetName, string[]>> {
  const agents = useAnswer(agentsRequest(org), consoleAgents, { enabled: wanted.agent });
  const tools = useAnswer(toolsRequest({ org }), consoleTools, { enabled: wanted.tool });
  const models = useAnswer(modelsRequest({ org }), consoleModels, { enabled: wanted.model });
  return {
    agent: wanted.agent ? agents.data?.items.map(({ agent }) => agent) : undefined,
    tool: wanted.tool ? tools.data?.items.map(({ name }) => name) : undefined,
    model: wanted.model ? models.data?.items.map(({ name }) => name) : undefined,
  };
}
