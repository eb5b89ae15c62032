import { ATTRIBUTES } from '#telemetry';
import { LAST_RUN_OF_TURN } from './last-run.ts';

/**
 * Whether the span `s` is the run that ended because its turn was cancelled, stored as a success, or a step that stopped
 * for that, stored as an error.
 */
export const CANCELLED = (s: string) =>
  `((${s}.kind = 'turn' AND ${s}.status = 'success' AND ${LAST_RUN_OF_TURN(s, 'cancelled')})
    OR (${s}.status = 'error' AND coalesce(${s}.attributes ->> '${ATTRIBUTES.errorType}' = 'TurnCancelledError', false)))`;
