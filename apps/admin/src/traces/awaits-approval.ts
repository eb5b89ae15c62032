/**
 * Whether the span `s` stopped for a person, and the last run of its turn is still parked for one: until every call of that
 * run has been decided. A span keeps its status when somebody has; earlier runs of the turn stopped for what was decided.
 */
export const AWAITS_APPROVAL = (s: string) =>
  `(${s}.status = 'pending' AND EXISTS (SELECT 1 FROM turns t
     WHERE t.org_id = ${s}.org_id AND t.id = ${s}.turn_id AND t.state = 'awaiting_approval')
    AND NOT EXISTS (SELECT 1 FROM spans later WHERE later.trace_id = ${s}.trace_id AND later.org_id = ${s}.org_id
     AND later.turn_id = ${s}.turn_id AND later.kind = 'turn' AND later.started_at > ${s}.started_at))`;
