/**
 * One open database transaction that sees and writes the rows of one org only. The org is `$1` of every statement, and
 * row-level security holds it a second time. It is never kept open across a model call, a tool call or any other wait.
 */
export interface OrgTransaction {
  readonly orgId: string;
  /**
   * Runs one statement of constant text whose `$1` is the org; the given parameters are `$2` and on. PostgreSQL refuses
   * a statement that does not name `$1`, so that no statement forgets its org.
   *
   * @returns the rows, as the driver reads them (numeric and bigint columns arrive as strings).
   */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** As {@link query}. @returns the number of rows that a writing statement touched. */
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
  /** As {@link query}, for text that is composed for this one call: the server keeps no plan of it. */
  queryComposed<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** Runs `callback` when the transaction has been committed; never after a rollback. */
  afterCommit(callback: () => void | Promise<void>): void;
}
