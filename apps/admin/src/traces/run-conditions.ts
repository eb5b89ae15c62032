import type { TurnState } from '#contracts';

// SQL conditions on a run or span `s` that depend on its turn as well as its stored status.

/** Whether the turn of `s` is in that state and no later run of it began after `s`. */
const LAST_RUN_OF_TURN = (s: string, state: TurnState) =>
  `(EXISTS (SELECT 1 FROM turns t
     WHERE t.org_id = ${s}.org_id AND t.id = ${s}.turn_id AND t.state = '${state}')
    AND NOT EXISTS (SELECT 1 FROM traces later WHERE later.trace_id = ${s}.trace_id AND later.org_id = ${s}.org_id
     AND later.turn_id = ${s}.turn_id AND later.kind = 'turn' AND later.started_at > ${s}.started_at))`;

/**
 * Whether `s` stopped for an approval and the last run of its turn still waits for one. It keeps its
 * status after the decision, and earlier runs of the turn stopped for calls that have been decided.
 */
export const AWAITS_APPROVAL = (s: string) =>
  `(${s}.status = 'pending' AND ${LAST_RUN_OF_TURN(s, 'awaiting_approval')})`;

/**
 * Whether `s` is the run that ended because its turn was cancelled (stored as success), or a step that
 * stopped for that (stored as error).
 * @param errorClass its error class, or null.
 */
export const CANCELLED = (s: string, errorClass: string) =>
  `((${s}.kind = 'turn' AND ${s}.status = 'success' AND ${LAST_RUN_OF_TURN(s, 'cancelled')})
    OR (${s}.status = 'error' AND coalesce(${errorClass} = 'TurnCancelledError', false)))`;
