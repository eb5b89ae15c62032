/**
 * The state of a turn in a condition on turns that are found by their ids. Written so, it matches none of the partial
 * indexes by state. PostgreSQL would else take one of them for a single turn, where it was nearly empty when the plan was
 * made, and read it from end to end when thousands of turns wait.
 */
export const stateOf = (table: string): string => `(${table}.state || '')`;
