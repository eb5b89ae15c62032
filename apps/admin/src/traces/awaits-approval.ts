import { LAST_RUN_OF_TURN } from './last-run.ts';

/**
 * Whether the span `s` stopped for a person, and the last run of its turn is still parked for one: until every call of that
 * run has been decided. A span keeps its status when somebody has; earlier runs of the turn stopped for what was decided.
 */
export const AWAITS_APPROVAL = (s: string) =>
  `(${s}.status = 'pending' AND ${LAST_RUN_OF_TURN(s, 'awaiting_approval')})`;
