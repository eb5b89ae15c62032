import type { RoutineStep, RoutineTurn } from '#pack-kit';
import { firstStep, made, routineTurn } from '../../../test/harness/routine-turn.ts';
import { SEARCH } from '../tools/fills.ts';
import { routines } from '../offline/routines/index.ts';

const OFFERED = [
  SEARCH,
  'compare_sales_between_districts',
  'find_units_by_budget',
  'get_current_supply',
  'get_municipality_sales',
  'get_total_sales_value',
];

/** What the routines of the pack do with a message. */
export function stepFor(text: string, more: Partial<RoutineTurn> = {}): RoutineStep | undefined {
  return firstStep(routines, routineTurn(text, { agent: 'geo_analyst', offered: OFFERED, ...more }));
}

export const found = (district: string) =>
  made(
    SEARCH,
    { query: district },
    { status: 'resolved', best: { type: 'district', name_en: district, district_en: district } },
  );
