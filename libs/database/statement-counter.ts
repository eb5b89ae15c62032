let sent = 0;

/** Counts a statement sent to the database. Only the code that sends statements calls it. */
export function countStatement(statements = 1): void {
  sent += statements;
}

/** Number of statements sent since the start of the process, including those that open and end transactions. */
export function statementsSent(): number {
  return sent;
}
