/**
 * An open database transaction that reads and writes the rows of one org only. The org is `$1` of every statement, and
 * row-level security enforces it a second time. Never keep it open across a model call, a tool call or any other wait.
 */
export interface OrgTransaction {
  readonly orgId: string;
  /**
   * Runs one statement with constant text. `$1` is the org; `parameters` start at `$2`. PostgreSQL rejects a statement
   * without `$1`, so that no statement can omit the org.
   *
   * @returns the rows, as the driver reads them (numeric and bigint columns arrive as strings).
   */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Like {@link query}, for a statement that writes. @returns the number of affected rows. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** Like {@link query}, for text that is composed for this call; it is not prepared, so the server stores no plan. */
  queryComposed<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** Runs `callback` after the commit; not after a rollback. */
  afterCommit(callback: () => void | Promise<void>): void;
}
