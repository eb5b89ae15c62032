import { phraseList } from '#text';
import type { ExpectedCall } from '#pack-kit';

/** Expects a search for the place with one result. */
export const finds = (query: string | RegExp, name: string): ExpectedCall => ({
  tool: 'search_geospatial_metadata',
  arguments: { query },
  data: { status: 'resolved', best: { name_en: name } },
});

/** Expects that the reply labels the figures as sample data. */
export const SAMPLE = /sample/i;
export const SAMPLE_AR = /تجريبي/;

export const DATA_TOOLS = phraseList(
  `get_total_sales_value, get_transaction_count, compare_sales_between_districts, get_municipality_sales,
   get_top_districts_in_municipality, find_units_by_budget, get_current_supply`,
);
