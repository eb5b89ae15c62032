import type { z } from 'zod';
import { geoTools } from '../../tools/index.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import type { Backend } from './backend.ts';
import { currentSupply, findUnits } from './homes-answers.ts';
import { listCommunities, listDistricts, searchPlaces } from './place-answers.ts';
import {
  compareSales,
  municipalitySales,
  topDistricts,
  totalSales,
  transactionCount,
} from './sales-answers.ts';

type Answer = (input: never, backend: Backend, signal: AbortSignal) => Promise<object>;

/** What each tool does, by its name. */
const answers: Readonly<Record<string, Answer>> = {
  search_geospatial_metadata: searchPlaces,
  get_districts: listDistricts,
  get_communities: listCommunities,
  get_total_sales_value: totalSales,
  get_transaction_count: transactionCount,
  compare_sales_between_districts: compareSales,
  get_municipality_sales: municipalitySales,
  get_top_districts_in_municipality: topDistricts,
  find_units_by_budget: findUnits,
  get_current_supply: currentSupply,
};

/** A tool with what it does. */
export interface ServedTool {
  tool: GeoTool;
  answer: (input: z.infer<z.ZodObject>, backend: Backend, signal: AbortSignal) => Promise<object>;
}

/**
 * The tools that are served.
 *
 * @throws Error when something is said of a tool that does nothing, or one does something of which nothing is said.
 */
export function servedTools(
  said: readonly GeoTool[] = geoTools,
  done: Readonly<Record<string, Answer>> = answers,
): ServedTool[] {
  const names = said.map(({ name }) => name);
  const unsaid = Object.keys(done).filter((name) => !names.includes(name));
  const undone = names.filter((name) => !(name in done));
  if (unsaid.length + undone.length > 0)
    throw new Error(`Tools and answers differ: ${[...unsaid, ...undone].join(', ')}`);
  return said.map((tool) => ({ tool, answer: done[tool.name] as ServedTool['answer'] }));
}
