/**
 * The state of a turn, for conditions of statements that find turns by id. The expression matches none of the partial
 * indexes on the state. Otherwise PostgreSQL may choose one of them for a single turn, because it was almost empty when the
 * plan was made, and read it from end to end once thousands of turns wait.
 */
export const stateOf = (table: string): string => `(${table}.state || '')`;
