/**
 * The state of a turn, for conditions of statements that find turns by id. The expression matches none of the partial
 * indexes on the state. Otherwise PostgreSQL may choose one of them for a single turn, because it was almost empty when the
 * plan was made, and read it from end to end once thousands of turns wait.
 */
export const stateOf = (table: string): string => `(${table}.state || '')`;

/** SQL: the outcome of the first attempt. A retry does not change it: only failed turns are retried. */
export const firstOutcomeOf = (table: string): string =>
  `CASE WHEN ${table}.first_finished_at IS NULL THEN ${table}.state ELSE 'failed' END`;

/** SQL: milliseconds from acceptance to the end of the first attempt, without its waits for people; null until then. */
export const replyMsOf = (table: string): string => {
  const endedAt = `coalesce(${table}.first_finished_at, ${table}.finished_at)`;
  return `CASE WHEN ${endedAt} IS NOT NULL THEN greatest(0, extract(epoch FROM ${endedAt} - ${table}.created_at) * 1000
    - ${table}.waited_ms)::float8 END`;
};

/** SQL: milliseconds from the last request of approvals of the turn `t` to `at`; 0 in a retry. */
export const parkedMsOf = (t: string, at: string): string => `CASE WHEN ${t}.first_finished_at IS NULL THEN
  coalesce((SELECT greatest(0, extract(epoch FROM ${at}::timestamptz - max(a.requested_at)) * 1000) FROM approvals a
             WHERE a.org_id = ${t}.org_id AND a.turn_id = ${t}.id), 0) ELSE 0 END`;
