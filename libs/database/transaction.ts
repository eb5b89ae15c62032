import { TransactionOverError } from './database.errors.ts';
import type { StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';
import { storable } from './storable.ts';

export interface StatementRunner {
  /** Sends one statement with converted parameters. It is prepared unless it is `composed` for one call. */
  send(sql: string, parameters: unknown[], composed?: boolean): Promise<StatementResult>;
  /** Sends the commit behind the statements sent so far; absent if the transaction commits in another way. */
  commit?: () => void;
}

/** One open database transaction. It must not stay open across a model call, a tool call or any other wait. */
export abstract class Transaction {
  private readonly callbacks: (() => void | Promise<void>)[] = [];
  private over = false;

  constructor(protected readonly runner: StatementRunner) {}

  /**
   * Runs one statement without an org condition: only row-level security limits the rows that it sees. `sql` must be
   * constant text with `$1` parameters, because the server keeps its plan.
   *
   * @returns the rows, as the driver reads them (numeric and bigint columns arrive as strings).
   */
  queryUnscoped<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.rows<Row>(sql, parameters);
  }

  /** Works as {@link queryUnscoped}. @returns the number of rows written. */
  async executeUnscoped(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const result = await this.send(sql, parameters);
    return result.rowCount ?? 0;
  }

  /** Runs `callback` after the commit, in the order of registration; never after a rollback. */
  afterCommit(callback: () => void | Promise<void>): void {
    this.callbacks.push(callback);
  }

  /**
   * Sends the commit in one packet with the statements of this tick, of which none may follow. If one of them fails, everything
   * is rolled back. Nothing that the caller does with their results can undo anything.
   */
  commitBehind(): void {
    this.close();
    this.runner.commit?.();
  }

  /** For {@link Database}: the callbacks to run after the commit. */
  get committedCallbacks(): readonly (() => void | Promise<void>)[] {
    return this.callbacks;
  }

  /**
   * For {@link Database}: refuses further statements, because the transaction is about to end and its connection
   * returns to the pool.
   */
  close(): void {
    this.over = true;
  }

  protected async rows<Row>(sql: string, parameters: readonly unknown[], composed = false): Promise<Row[]> {
    const result = await this.send(sql, parameters, composed);
    return result.rows as Row[];
  }

  protected send(sql: string, parameters: readonly unknown[], composed = false): Promise<StatementResult> {
    if (this.over) throw new TransactionOverError();
    countStatement();
    return this.runner.send(sql, parameters.map(storable), composed);
  }
}

/** A transaction that reads and writes the rows of every org. */
export class PlatformTransaction extends Transaction {
  /** Runs one statement of constant text with `$1` parameters. @returns the rows, as the driver reads them. */
  query<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.queryUnscoped<Row>(sql, parameters);
  }

  /** Works as {@link query}. @returns the number of rows written. */
  execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return this.executeUnscoped(sql, parameters);
  }

  /** Works as {@link query}, for text that is composed for one call: the server keeps no plan of it. */
  queryComposed<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.rows<Row>(sql, parameters, true);
  }
}

/**
 * A transaction that reads and writes the rows of one org only. The org condition in every statement ensures this,
 * and row-level security ensures it a second time.
 */
export class OrgTransaction extends Transaction {
  constructor(
    runner: StatementRunner,
    readonly orgId: string,
  ) {
    super(runner);
  }

  /**
   * Runs one statement. `$1` is the org; the given parameters start at `$2`. The server refuses a statement that does not
   * use `$1`, so that no statement omits the org condition.
   *
   * @param sql constant text, because the server keeps its plan.
   * @returns the rows, as the driver reads them (numeric and bigint columns arrive as strings).
   */
  query<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.queryUnscoped<Row>(sql, [this.orgId, ...parameters]);
  }

  /** Works as {@link query}. @returns the first row; undefined if there is none. */
  async first<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row | undefined> {
    return (await this.query<Row>(sql, parameters))[0];
  }

  /** Works as {@link query}. @returns the number of rows written. */
  execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return this.executeUnscoped(sql, [this.orgId, ...parameters]);
  }

  /** Works as {@link query}, for text that is composed for one call: the server keeps no plan of it. */
  queryComposed<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.rows<Row>(sql, [this.orgId, ...parameters], true);
  }
}
