import { Query, type PoolClient } from 'pg';
import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils.js';
import { NoAnswerError, sqlStateOf } from './database.errors.ts';

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** Number of rows written or read; null if the command has no count. */
  rowCount: number | null;
  /** Command tag, such as `INSERT`, or `ROLLBACK` for a `COMMIT` in an aborted transaction. */
  command: string;
}

/** One statement of a batch, with the callbacks for its result. */
export interface Statement {
  /** Name of the prepared statement on the connection; empty if none is kept. */
  name: string;
  text: string;
  parameters: unknown[];
  resolve: (result: StatementResult) => void;
  reject: (error: unknown) => void;
}

/** The columns of a statement's rows and their parsers. */
interface RowShape {
  names: string[];
  parsers: ((text: string) => unknown)[];
  /** Template of each row: objects with the same hidden class are fast to read. */
  empty: Record<string, unknown>;
}

/** Row shapes by statement name. A name means the same statement on every connection of one database. */
export type RowShapes = Map<string, RowShape>;

interface Connection {
  stream: { write(bytes: Buffer): boolean; destroy(error: Error): void };
}

interface Running {
  statement: Statement;
  rows: Record<string, unknown>[];
  result?: StatementResult;
  /** The error if a row could not be read. */
  unreadable?: unknown;
  shape?: RowShape;
  /** True if the server describes the rows in this batch. */
  described: boolean;
  prepared: boolean;
}

/** Names of the prepared statements of each connection. */
const plansOf = new WeakMap<object, Set<string>>();
const NO_ROWS: RowShape = { names: [], parsers: [], empty: {} };
const COMMAND_TAG = /^([A-Z]+)(?:.* (\d+))?/;
/**
 * SQLSTATEs of an invalid prepared statement: `feature_not_supported` after a change of its table altered the row type,
 * and `invalid_sql_statement_name` after the statement was dropped (`DISCARD ALL`).
 */
const PLAN_IS_USELESS: ReadonlySet<unknown> = new Set(['0A000', '26000']);

/**
 * The interface of a query that `pg` requires in its pipeline. Its types declare neither the handlers nor the
 * properties.
 */
const PgQuery = Query as unknown as new (config: object) => object;

/**
 * A batch of statements in one packet, with one `Sync` after the last statement, while `pg` sends one after each. Outside
 * a transaction, the batch is itself a transaction (PostgreSQL, "Extended Query: Pipelining"): all statements take effect
 * or none, and the first failure stops it. The rows of a known statement are not described again.
 */
class StatementBatch extends PgQuery {
  /** `pg` sets this if the connection has a `query_timeout`; the call stops the timer. */
  declare callback?: () => void;
  /** Index of the statement whose reply comes next. */
  private next = 0;
  /** Names of the prepared statements of the connection. */
  private plans = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly client: PoolClient,
    private readonly running: readonly Running[],
    private readonly shapes: RowShapes,
    private readonly done: PromiseWithResolvers<void>,
    private readonly answerLimitMs: number | undefined,
  ) {
    super({});
  }

  /** @returns the error if the batch could not be sent; in that case nothing was sent. */
  submit(connection: Connection): Error | null {
    this.plans = plansOf.get(connection) ?? this.plans;
    plansOf.set(connection, this.plans);
    try {
      // Convert all parameters first: an incomplete batch would be executed in part.
      const values = this.running.map(({ statement }) =>
        statement.parameters.map((parameter) => prepareValue(parameter)),
      );
      const messages = this.running.flatMap((running, place) =>
        this.messagesOf(running, values[place] ?? []),
      );
      connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
      this.limit(connection);
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  /**
   * Closes the connection after the limit. Without it, a vanished server would block the caller until the TCP timeout
   * of about 15 minutes.
   */
  private limit({ stream }: Connection): void {
    if (this.answerLimitMs === undefined) return;
    this.timer = setTimeout(() => stream.destroy(new NoAnswerError()), this.answerLimitMs);
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const running = this.running[this.next];
    if (!running) return;
    const names = fields.map(({ name }) => name);
    running.shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => this.client.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const running = this.running[this.next];
    if (!running) return;
    try {
      const shape = running.shape ?? NO_ROWS;
      if (shape.names.length !== fields.length) throw new TypeError(unlike(running.statement, shape, fields));
      running.rows.push(rowOf(fields, shape));
    } catch (error) {
      running.unreadable ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const running = this.running[this.next];
    if (!running) return;
    const [, command = '', count] = COMMAND_TAG.exec(text) ?? [];
    const { rows, statement, shape } = running;
    running.result = { rows, command, rowCount: count === undefined ? null : Number(count) };
    if (statement.name && running.described) this.shapes.set(statement.name, shape ?? NO_ROWS);
    this.next += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    clearTimeout(this.timer);
    for (const running of this.running) this.tell(running);
    const unreadable = this.running.find((running) => running.unreadable !== undefined);
    if (unreadable) this.done.reject(unreadable.unreadable);
    else this.done.resolve();
    this.callback?.();
  }

  /**
   * Rejects the failed statement and the later ones, which the server has skipped. The later ones reject in a later tick, so
   * that a caller waiting for several statements gets the cause from the failed one. A failure after the last statement is
   * the commit's, so all statements reject.
   */
  handleError(error: unknown): void {
    clearTimeout(this.timer);
    const failed = this.running[this.next];
    for (const [place, running] of this.running.entries()) {
      const { statement } = running;
      if (failed && place < this.next) this.tell(running);
      else if (place <= this.next) statement.reject(error);
      else setImmediate(statement.reject, error);
      if (place >= this.next && running.prepared) this.forget(statement);
    }
    if (failed && PLAN_IS_USELESS.has(sqlStateOf(error))) this.forget(failed.statement);
    this.done.reject(error);
    this.callback?.();
  }

  /** Settles an executed statement with its result or its read error. */
  private tell({ statement, result, unreadable }: Running): void {
    if (unreadable !== undefined) {
      // The statement is described again at its next use.
      this.forget(statement);
      statement.reject(unreadable);
    } else if (result) statement.resolve(result);
  }

  private forget({ name }: Statement): void {
    this.plans.delete(name);
    this.shapes.delete(name);
  }

  private messagesOf(running: Running, values: unknown[]): Buffer[] {
    const { name, text } = running.statement;
    const messages: Buffer[] = [];
    const known = this.plans.has(name);
    if (!known) {
      // A failed statement may still be prepared. Closing a missing prepared statement is not an error.
      if (name) messages.push(serialize.close({ type: 'S', name }));
      messages.push(serialize.parse({ name, text }));
      running.prepared = name !== '';
      if (name) this.plans.add(name);
    }
    messages.push(serialize.bind({ statement: name, values }));
    // Another connection may know a shape from before a table change, so a newly prepared statement is described here.
    if (known) running.shape = this.shapes.get(name);
    running.described = !running.shape;
    if (running.described) messages.push(serialize.describe({ type: 'P' }));
    messages.push(serialize.execute());
    return messages;
  }
}

function unlike({ text }: Statement, { names }: RowShape, fields: readonly unknown[]): string {
  return `Expected rows of ${names.length} columns but received a row of ${fields.length} for: ${text}`;
}

function rowOf(
  fields: readonly (string | null)[],
  { names, parsers, empty }: RowShape,
): Record<string, unknown> {
  const row = { ...empty };
  fields.forEach((text, place) => {
    row[names[place] ?? ''] = text === null ? null : parsers[place]?.(text);
  });
  return row;
}

/**
 * Sends `statements` in one packet and settles each of them after all have been executed.
 *
 * @throws the error of the first failed statement, with which it and the later statements also reject; the error of the
 *   commit or of a lost connection, with which all statements reject; or, after the commit, the error of unreadable rows,
 *   with which only their statement rejects.
 * @param answerLimitMs maximum wait for the reply, after which the connection is closed; no limit if absent.
 */
export function sendBatch(
  client: PoolClient,
  statements: readonly Statement[],
  shapes: RowShapes,
  answerLimitMs?: number,
): Promise<void> {
  const done = Promise.withResolvers<void>();
  const running = statements.map((statement): Running => ({
    statement,
    rows: [],
    described: false,
    prepared: false,
  }));
  client.query(new StatementBatch(client, running, shapes, done, answerLimitMs) as never);
  return done.promise;
}
