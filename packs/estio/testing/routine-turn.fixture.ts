import type { RoutineStep, RoutineTurn } from '#pack-kit';
import { firstStep, routineTurn } from '../../../test/harness/routine-turn.ts';
import { routines } from '../offline/routines/index.ts';

const OFFERED = [
  'query_org_data',
  'search_properties',
  'check_calendar',
  'analyze_market_trends',
  'tool_search',
];

/** What the routines of the pack do with a message. */
export function stepFor(text: string, more: Partial<RoutineTurn> = {}): RoutineStep | undefined {
  return firstStep(routines, routineTurn(text, { agent: 'searcher', offered: OFFERED, ...more }));
}
