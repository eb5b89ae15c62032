import type { QueryResult } from 'pg';

interface Gathered {
  sql: string;
  parameters: unknown[];
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
}

/** Sends one statement, behind those that were sent before it. */
export type Send = (sql: string, parameters: unknown[]) => Promise<QueryResult>;

/** Statements that wait to be sent together, in their order. */
export class GatheredStatements {
  private readonly gathered: Gathered[] = [];

  /** Keeps one statement; its promise settles when {@link sendAll} has its answer. */
  readonly add: Send = (sql, parameters) => {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    this.gathered.push({ sql, parameters, resolve, reject });
    return promise;
  };

  /**
   * Sends all of them without waiting in between, and hands each its answer. The one that fails first is told before
   * those behind it, which only say that the transaction is aborted: whoever waits for several hears the cause.
   */
  async sendAll(send: Send): Promise<void> {
    let failed = false;
    const tell = ({ sql, parameters, resolve, reject }: Gathered) =>
      send(sql, parameters).then(resolve, (error: unknown) => {
        if (failed) setImmediate(reject, error);
        else reject(error);
        failed = true;
      });
    await Promise.all(this.gathered.map(tell));
  }

  /** As {@link sendAll}, for a server that takes one statement at a time. */
  async sendOneByOne(send: Send): Promise<void> {
    for (const statement of this.gathered) {
      await send(statement.sql, statement.parameters).then(statement.resolve, statement.reject);
    }
  }
}
