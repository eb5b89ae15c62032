import type { TurnState } from '#contracts';
import { ATTRIBUTES } from '#telemetry';

// SQL conditions on a run or span `s` that depend on its turn as well as its stored status.

/** The runs of the turn of `s`, which share its trace. */
const RUNS_OF_TURN = (
  s: string,
) => `FROM traces run WHERE run.trace_id = ${s}.trace_id AND run.org_id = ${s}.org_id
     AND run.turn_id = ${s}.turn_id AND run.kind = 'turn'`;
/** `OFFSET 0` keeps the look-up per row: the planner would read every run, or every turn, into a hash table. */
const HAS_LATER_RUN = (s: string, until = `'infinity'`) =>
  `EXISTS (SELECT 1 ${RUNS_OF_TURN(s)} AND run.started_at > ${s}.started_at AND run.started_at < ${until} OFFSET 0)`;

/** Whether the turn of `s` is in that state and no later run of it began after `s`. */
const LAST_RUN_OF_TURN = (s: string, state: TurnState) =>
  `(EXISTS (SELECT 1 FROM turns t
     WHERE t.org_id = ${s}.org_id AND t.id = ${s}.turn_id AND t.state = '${state}' OFFSET 0)
    AND NOT ${HAS_LATER_RUN(s)})`;

/** Whether `s` stands for its turn in lists, as its last attempt before `until`. Runs that are no turns stand for themselves. */
export const IS_LISTED = (s: string, until: string) =>
  `(${s}.kind IS DISTINCT FROM 'turn' OR NOT ${HAS_LATER_RUN(s, until)})`;

/** The number of attempts of the turn that `s` stands for; 1 for a run that is no turn. */
export const ATTEMPTS = (s: string) =>
  `CASE WHEN ${s}.kind = 'turn' THEN greatest(1, (SELECT count(*) ${RUNS_OF_TURN(s)}))::int ELSE 1 END`;

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

/** The source of the answer of a model call that asked no model; null for any other span. */
export const ANSWERED_BY = (s: string) =>
  `CASE WHEN ${s}.kind <> 'model' THEN NULL WHEN ${s}.attributes ? '${ATTRIBUTES.replayed}' THEN 'an earlier run'
        WHEN ${s}.attributes ->> 'turnpike.generated_by' = 'rules' THEN 'rules' END`;

/** The status of a run by which lists are filtered: a cancelled run is neither a success nor a failure. */
export const LISTED_STATUS = (s: string) =>
  `CASE WHEN ${CANCELLED(s, `${s}.error_class`)} THEN 'cancelled' ELSE ${s}.status END`;
