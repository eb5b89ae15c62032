import type { TurnState } from '#contracts';
import { ATTRIBUTES } from '#telemetry';

// SQL conditions on a span `s` that depend on its turn as well as its stored status.

/** Whether the turn of the span is in that state and no later run of it began after the span. */
const LAST_RUN_OF_TURN = (s: string, state: TurnState) =>
  `(EXISTS (SELECT 1 FROM turns t
     WHERE t.org_id = ${s}.org_id AND t.id = ${s}.turn_id AND t.state = '${state}')
    AND NOT EXISTS (SELECT 1 FROM spans later WHERE later.trace_id = ${s}.trace_id AND later.org_id = ${s}.org_id
     AND later.turn_id = ${s}.turn_id AND later.kind = 'turn' AND later.started_at > ${s}.started_at))`;

/**
 * Whether the span stopped for an approval and the last run of its turn still waits for one. A span keeps its
 * status after the decision, and earlier runs of the turn stopped for calls that have been decided.
 */
export const AWAITS_APPROVAL = (s: string) =>
  `(${s}.status = 'pending' AND ${LAST_RUN_OF_TURN(s, 'awaiting_approval')})`;

/**
 * Whether the span is the run that ended because its turn was cancelled (stored as success), or a step that
 * stopped for that (stored as error).
 */
export const CANCELLED = (s: string) =>
  `((${s}.kind = 'turn' AND ${s}.status = 'success' AND ${LAST_RUN_OF_TURN(s, 'cancelled')})
    OR (${s}.status = 'error' AND coalesce(${s}.attributes ->> '${ATTRIBUTES.errorType}' = 'TurnCancelledError', false)))`;
