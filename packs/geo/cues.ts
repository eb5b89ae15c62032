import { normalizeText } from '#text';
import { findPlaces } from './schema/places/find-places.ts';
import { namesYear, placesAsked } from './tools/fills.ts';
import { asksSupply, isBuying, namesAmount, speaksOf } from './tools/requests.ts';

const SALES = [
  'get_total_sales_value',
  'get_transaction_count',
  'compare_sales_between_districts',
  'get_municipality_sales',
  'get_top_districts_in_municipality',
];
const MUNICIPALITY = ['get_municipality_sales', 'get_top_districts_in_municipality'];

interface Cue {
  cue: string;
  boosts: Record<string, number>;
}

const boost = (cue: string, tools: readonly string[], by: number): Cue => ({
  cue,
  boosts: Object.fromEntries(tools.map((tool) => [tool, by])),
});

/** What the words of a message say for tools, for the broker. */
export function cuesOf(text: string): Cue[] {
  const buying = isBuying({ text, normalized: normalizeText(text) });
  const says = {
    rental: speaksOf(text, 'rental') && !buying,
    sales: speaksOf(text, 'sales') || buying,
    value: speaksOf(text, 'value') || buying,
  };
  const amount = namesAmount(text);
  return [
    ...(namesYear(text) ? [boost('year', SALES, 0.5)] : []),
    ...(says.rental ? [boost('rent', ['find_units_by_budget'], 1)] : []),
    ...(amount && !says.sales ? [boost('amount', ['find_units_by_budget'], 0.5)] : []),
    ...(asksSupply({ text, normalized: normalizeText(text) })
      ? [boost('supply', ['get_current_supply'], 1)]
      : []),
    ...(speaksOf(text, 'compare') && findPlaces(text).length > 1
      ? [boost('comparison', ['compare_sales_between_districts'], 1)]
      : []),
    ...(speaksOf(text, 'ranking') ? [boost('ranking', ['get_top_districts_in_municipality'], 1)] : []),
    ...(says.value ? [boost('value', ['get_total_sales_value'], 1)] : []),
    ...(speaksOf(text, 'count') && !says.value ? [boost('count', ['get_transaction_count'], 1)] : []),
    ...(placesAsked({ text }).whole ? [boost('municipality', MUNICIPALITY, 1)] : []),
  ];
}
