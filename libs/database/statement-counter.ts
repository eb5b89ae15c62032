let sent = 0;

/** Counts what this process sends to the database. Called where statements are sent, nowhere else. */
export function countStatement(statements = 1): void {
  sent += statements;
}

/** Statements sent since the start of the process, those that open and end transactions among them. */
export function statementsSent(): number {
  return sent;
}
