import type { StatementListener, StatementResult } from './statement-batch.ts';

interface Gathered extends StatementListener {
  sql: string;
  parameters: unknown[];
}

/** Statements that wait to be sent together, in their order. */
export class GatheredStatements {
  private readonly gathered: Gathered[] = [];

  get list(): readonly Gathered[] {
    return this.gathered;
  }

  /** Keeps one statement; its promise settles when it has been sent and answered. */
  readonly add = (sql: string, parameters: unknown[]): Promise<StatementResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
    this.gathered.push({ sql, parameters, resolve, reject });
    return promise;
  };
}
