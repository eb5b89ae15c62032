import type { ExpectedCall } from '#pack-kit';

/** The place is searched for, and one is found. */
export const finds = (query: string | RegExp, name: string): ExpectedCall => ({
  tool: 'search_geospatial_metadata',
  arguments: { query },
  data: { status: 'resolved', best: { name_en: name } },
});

/** The figures are called what they are. */
export const SAMPLE = /sample/i;
export const SAMPLE_AR = /تجريبي/;

export const DATA_TOOLS = [
  'get_total_sales_value',
  'get_transaction_count',
  'compare_sales_between_districts',
  'get_municipality_sales',
  'get_top_districts_in_municipality',
  'find_units_by_budget',
  'get_current_supply',
];
