import { Query, type PoolClient } from 'pg';
import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils.js';
import { NoAnswerError, sqlStateOf } from './database.errors.ts';

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** Rows that were touched or read; null where the command counts none. */
  rowCount: number | null;
  /** Such as `INSERT`, or `ROLLBACK` for a `COMMIT` that found nothing to commit. */
  command: string;
}

/** One statement of a batch, and who is told of its answer. */
export interface Statement {
  /** Under which the connection keeps its plan; empty where none is kept. */
  name: string;
  text: string;
  parameters: unknown[];
  resolve: (result: StatementResult) => void;
  reject: (error: unknown) => void;
}

/** How rows of one statement are read. */
interface RowShape {
  names: string[];
  parsers: ((text: string) => unknown)[];
  /** Every row begins as a copy of it: objects that are made alike are read fast. */
  empty: Record<string, unknown>;
}

/** Shapes of rows by the names of statements, which mean the same on every connection of one database. */
export type RowShapes = Map<string, RowShape>;

interface Connection {
  stream: { write(bytes: Buffer): boolean; destroy(error: Error): void };
}

interface Running {
  statement: Statement;
  rows: Record<string, unknown>[];
  result?: StatementResult;
  /** Why its rows, or one of them, could not be read. */
  unreadable?: unknown;
  shape?: RowShape;
  /** Its rows are described by the server in this batch. */
  described: boolean;
  /** It is prepared by this batch. */
  prepared: boolean;
}

/** Names of the statements whose plans a connection keeps. */
const plansOf = new WeakMap<object, Set<string>>();
const NO_ROWS: RowShape = { names: [], parsers: [], empty: {} };
const COMMAND_TAG = /^([A-Z]+)(?:.* (\d+))?/;
/**
 * What is said of a kept plan that is of no use any more: `feature_not_supported`, as its table was changed and the rows
 * look different now, and `invalid_sql_statement_name`, as somebody has dropped it (`DISCARD ALL`).
 */
const PLAN_IS_USELESS: ReadonlySet<unknown> = new Set(['0A000', '26000']);

/** What `pg` takes for a query of its own, as it must be in its pipeline; its types know neither handlers nor properties. */
const PgQuery = Query as unknown as new (config: object) => object;

/**
 * Statements that go to the server in one packet and are answered in one: there is one `Sync` behind all of them, where
 * `pg` puts one behind each. Without a transaction around it, a batch is one (PostgreSQL, "Extended Query: Pipelining"):
 * all or none, up to the first that fails. Rows of a statement that is known already are not described anew.
 */
class StatementBatch extends PgQuery {
  /** Set by `pg` where a connection has a `query_timeout`: it ends the timer. */
  declare callback?: () => void;
  /** The statement whose answer comes next. */
  private next = 0;
  /** Names of the plans that the connection keeps. */
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

  /** @returns what kept it from being sent; nothing has been then. */
  submit(connection: Connection): Error | null {
    this.plans = plansOf.get(connection) ?? this.plans;
    plansOf.set(connection, this.plans);
    try {
      // All parameters first: a batch without its end would be carried out in part.
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

  /** A server that vanished without a word would be waited for until TCP gives up, a quarter of an hour later. */
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

  /** A text without a statement in it. */
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
   * The server has left out what comes behind the statement that failed. They are told of it a moment later: whoever waits
   * for several then hears of the cause from the statement that it belongs to. What fails behind all of them is the commit,
   * and so every one.
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

  /** Says how a statement went that was carried out. */
  private tell({ statement, result, unreadable }: Running): void {
    if (unreadable !== undefined) {
      // It is described anew at its next use.
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
      // One that failed may have left its plan behind. To close what is not there is no error.
      if (name) messages.push(serialize.close({ type: 'S', name }));
      messages.push(serialize.parse({ name, text }));
      running.prepared = name !== '';
      if (name) this.plans.add(name);
    }
    messages.push(serialize.bind({ statement: name, values }));
    // Another connection may have learned the shape before the table was changed: what is prepared here is described here.
    if (known) running.shape = this.shapes.get(name);
    running.described = !running.shape;
    if (running.described) messages.push(serialize.describe({ type: 'P' }));
    messages.push(serialize.execute());
    return messages;
  }
}

function unlike({ text }: Statement, { names }: RowShape, fields: readonly unknown[]): string {
  return `Rows of ${names.length} columns were expected, and one of ${fields.length} came, for: ${text}`;
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
 * Sends `statements` in one packet, and tells each of its answer when all have been carried out.
 *
 * @throws the error of the first that failed, which it and those behind it are told; or what came behind the answer to the
 *   last, which all are told: the error of the commit, or of a connection that is lost; or, when all is committed, that
 *   rows cannot be read, which only their statement is told.
 * @param answerLimitMs after which the connection is closed; as long as it takes when absent.
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
