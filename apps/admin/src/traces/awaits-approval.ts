/** Whether a person has yet to agree to what the span `s` ended for; a span keeps its status when somebody has. */
export const AWAITS_APPROVAL = (s: string) =>
  `(${s}.status = 'pending' AND EXISTS (SELECT 1 FROM turns t
     WHERE t.org_id = ${s}.org_id AND t.id = ${s}.turn_id AND t.state = 'awaiting_approval'))`;
