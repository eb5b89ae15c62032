import type { TurnState } from '#contracts';

/** Whether the turn of the span `s` is in that state, and no run of it began after `s`. */
export const LAST_RUN_OF_TURN = (s: string, state: TurnState) =>
  `(EXISTS (SELECT 1 FROM turns t
     WHERE t.org_id = ${s}.org_id AND t.id = ${s}.turn_id AND t.state = '${state}')
    AND NOT EXISTS (SELECT 1 FROM spans later WHERE later.trace_id = ${s}.trace_id AND later.org_id = ${s}.org_id
     AND later.turn_id = ${s}.turn_id AND later.kind = 'turn' AND later.started_at > ${s}.started_at))`;
