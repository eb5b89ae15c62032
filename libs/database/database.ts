import type { DataSource, QueryRunner } from 'typeorm';
import type { Writable } from 'node:stream';
import type { PoolClient, QueryResult } from 'pg';
import { DatabaseUnavailableError, isTransientDatabaseError, RolledBackError } from './database.errors.ts';
import { ORG_ROLE, ORG_SETTING, PLATFORM_ROLE } from './row-level-security.ts';
import { sendBatch, type RowShapes, type Statement, type StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';
import {
  OrgTransaction,
  PlatformTransaction,
  type StatementRunner,
  type Transaction,
} from './transaction.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** More distinct statements than this are not constant text; the rest is sent without a name. */
const MAX_PREPARED_STATEMENTS = 500;

/**
 * A process that stands still or is cut off in the middle of a transaction must not hold its rows for hours. The
 * embedded database has one session, which nobody may end.
 */
const LIMIT_IDLE = `SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/** The role and the org (`$1`) of a transaction, as one statement. */
const ORG_SCOPE = `SELECT set_config('role', '${ORG_ROLE}', true), set_config('${ORG_SETTING}', $1, true)`;

/**
 * All access to PostgreSQL. Role and org are set per transaction (`SET LOCAL`), never per connection: pools reuse
 * connections, and the embedded database is one session with a superuser's rights.
 */
export class Database {
  private readonly statementNames = new Map<string, string>();
  private readonly rowShapes: RowShapes = new Map();

  /**
   * @param pipelined whether the server takes statements without waiting for the answer to the one before, and keeps
   *   named plans per connection. PostgreSQL does both; the embedded database, one session behind all, does neither.
   */
  constructor(
    readonly dataSource: DataSource,
    private readonly pipelined: boolean,
  ) {}

  /**
   * Runs `work` in one transaction that sees only the rows of `orgId`.
   *
   * @throws DatabaseUnavailableError when the database is away; whatever `work` throws, after a rollback.
   */
  async forOrg<Result>(orgId: string, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    return this.inTransaction(scopeText(orgId), (runner) => new OrgTransaction(runner, orgId), work);
  }

  /**
   * As {@link forOrg}, for statements that need no answers of each other: they go to the server in one packet, which
   * spares round trips and most of the time that rows are held.
   *
   * `work` sends all its statements before it first waits; one that comes later is refused. What it makes of the
   * answers comes after the commit: a failure then undoes nothing. What must undo it has to fail as a statement: those
   * behind it are told the same error. A statement that needs a transaction block (`LOCK TABLE`, `SAVEPOINT`) is for
   * {@link forOrg}.
   *
   * @throws DatabaseUnavailableError when the database is away; the error of the first statement that failed, after a
   *   rollback, also where `work` makes nothing of it; whatever `work` throws, and when it does so before it waits,
   *   nothing has been sent.
   */
  async forOrgAtOnce<Result>(orgId: string, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    assertOrgId(orgId);
    const gathered: Statement[] = [];
    const send: StatementRunner['send'] = (...statement) => {
      const { promise, ...told } = Promise.withResolvers<StatementResult>();
      gathered.push({ ...this.statementOf(...statement), ...told });
      return promise.catch(throwFromHere);
    };
    const tx = new OrgTransaction({ send, manager: undefined }, orgId);
    const working = work(tx);
    tx.close();
    await thrownAtOnce(working);
    const result = await this.commitGathered(orgId, gathered, working);
    for (const callback of tx.committedCallbacks) await callback();
    return result;
  }

  /**
   * Runs `work` in one transaction that sees the rows of every org: key look-up, sweeper, span writer, platform
   * console. `reason` says at the place of the call why one org is not enough.
   */
  async asPlatform<Result>(
    reason: string,
    work: (tx: PlatformTransaction) => Promise<Result>,
  ): Promise<Result> {
    if (reason.length === 0) throw new TypeError('Reading across orgs needs a reason');
    return this.inTransaction(
      `SET LOCAL ROLE ${PLATFORM_ROLE}`,
      (runner) => new PlatformTransaction(runner),
      work,
    );
  }

  /** One round trip, for health checks. */
  async ping(): Promise<void> {
    try {
      await this.dataSource.query('SELECT 1');
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  private async inTransaction<Tx extends Transaction, Result>(
    scope: string,
    open: (runner: StatementRunner) => Tx,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const queryRunner = this.dataSource.createQueryRunner();
    let tx: Tx | undefined;
    let result: Result;
    try {
      const client = await connect(queryRunner);
      markTransaction(queryRunner, true);
      const inOrder: InOrder = this.pipelined ? (begin) => begin() : oneAfterAnother();
      const opened = open({
        send: (...statement) => inOrder(() => this.send(client, ...statement)),
        manager: queryRunner.manager,
      });
      tx = opened;
      const end = (command: 'COMMIT' | 'ROLLBACK') => inOrder(() => client.query(command));
      result = await this.runBetweenBeginAndCommit(client, scope, { tx: opened, end }, work);
    } catch (error) {
      throw isTransientDatabaseError(error) ? new DatabaseUnavailableError(error) : error;
    } finally {
      markTransaction(queryRunner, false);
      await queryRunner.release();
    }
    for (const callback of tx.committedCallbacks) await callback();
    return result;
  }

  private async runBetweenBeginAndCommit<Tx extends Transaction, Result>(
    client: PoolClient,
    scope: string,
    { tx, end }: { tx: Tx; end: (command: 'COMMIT' | 'ROLLBACK') => Promise<QueryResult> },
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    countStatement(2);
    if (this.pipelined) sendTogether(client);
    const opened = client.query(this.pipelined ? `BEGIN; ${scope}; ${LIMIT_IDLE}` : `BEGIN; ${scope}`);
    // The first statement of the work may follow at once: it can only run inside the transaction or fail with it.
    if (this.pipelined) opened.catch(() => undefined);
    else await opened;
    try {
      const result = await work(tx);
      tx.close();
      await opened;
      const committed = await end('COMMIT');
      if (committed.command !== 'COMMIT') throw new RolledBackError();
      return result;
    } catch (error) {
      // Before the rollback: a statement sent after it would run on its own, with the rights of the login.
      tx.close();
      await end('ROLLBACK').catch(() => undefined);
      // Where the transaction could not be opened, each statement only says that it is aborted.
      await opened;
      throw error;
    }
  }

  private async commitGathered<Result>(
    orgId: string,
    gathered: readonly Statement[],
    working: Promise<Result>,
  ): Promise<Result> {
    const queryRunner = this.dataSource.createQueryRunner();
    try {
      const client = await connect(queryRunner);
      const sent = this.pipelined
        ? this.sendInOnePacket(client, orgId, gathered)
        : this.sendOneByOne(client, orgId, gathered);
      const [done, committed] = await Promise.allSettled([working, sent]);
      if (done.status === 'rejected') throw done.reason as Error;
      if (committed.status === 'rejected') throw committed.reason as Error;
      return done.value;
    } catch (error) {
      throw isTransientDatabaseError(error) ? new DatabaseUnavailableError(error) : error;
    } finally {
      await queryRunner.release();
    }
  }

  /** A batch is a transaction by itself: it needs neither `BEGIN` nor `COMMIT`. */
  private async sendInOnePacket(
    client: PoolClient,
    orgId: string,
    gathered: readonly Statement[],
  ): Promise<void> {
    countStatement();
    const scope = { ...this.statementOf(ORG_SCOPE, [orgId]), resolve: ignore, reject: ignore };
    await sendBatch(client, [scope, ...gathered], this.rowShapes);
  }

  private async sendOneByOne(
    client: PoolClient,
    orgId: string,
    gathered: readonly Statement[],
  ): Promise<void> {
    countStatement(2);
    let failure: unknown;
    try {
      await client.query(`BEGIN; ${scopeText(orgId)}`);
    } catch (error) {
      failure = error;
    }
    for (const { text, parameters, resolve, reject } of gathered) {
      if (failure === undefined) {
        await this.send(client, text, parameters).then(resolve, (error: unknown) =>
          reject((failure = error)),
        );
      } else {
        // A moment later, as in a batch: whoever waits for several hears of the cause from its own statement.
        setImmediate(reject, failure);
      }
    }
    if (failure === undefined) {
      await client.query('COMMIT');
    } else {
      await client.query('ROLLBACK').catch(ignore);
      throw failure as Error;
    }
  }

  private async send(
    client: PoolClient,
    sql: string,
    parameters: unknown[],
    composed = false,
  ): Promise<StatementResult> {
    if (!this.pipelined) return client.query({ text: sql, values: parameters });
    sendTogether(client);
    const { promise, ...told } = Promise.withResolvers<StatementResult>();
    const statement = { ...this.statementOf(sql, parameters, composed), ...told };
    const sent = sendBatch(client, [statement], this.rowShapes);
    const [result] = await Promise.all([promise, sent]).catch(throwFromHere);
    return result;
  }

  private statementOf(
    text: string,
    parameters: unknown[],
    composed = false,
  ): Pick<Statement, 'name' | 'text' | 'parameters'> {
    return { name: composed ? '' : this.statementName(text), text, parameters };
  }

  /** Empty for one that is sent without a name. */
  private statementName(sql: string): string {
    const known = this.statementNames.get(sql);
    if (known) return known;
    if (this.statementNames.size >= MAX_PREPARED_STATEMENTS) return '';
    const name = `tp_${this.statementNames.size}`;
    this.statementNames.set(sql, name);
    return name;
  }
}

const ignore = (): undefined => undefined;

/** With a stack that leads to who waits for the statement, as the driver's: where its answer was read tells nobody anything. */
function throwFromHere(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error);
  throw error;
}

function assertOrgId(orgId: string): void {
  if (!UUID.test(orgId)) throw new TypeError(`An org id is a UUID, got ${JSON.stringify(orgId)}`);
}

function scopeText(orgId: string): string {
  assertOrgId(orgId);
  return `SET LOCAL ROLE ${ORG_ROLE}; SET LOCAL ${ORG_SETTING} = '${orgId}'`;
}

/** Throws what `working` has failed with before it waited for anything but promises that are settled already. */
async function thrownAtOnce(working: Promise<unknown>): Promise<void> {
  await Promise.race([working, settledPromisesHandled()]);
}

async function settledPromisesHandled(): Promise<void> {
  await Promise.resolve();
  // From within a promise's turn, the next tick comes when no promise has anything left to do.
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** When a statement is sent, among others of its transaction. */
type InOrder = <Result>(begin: () => Promise<Result>) => Promise<Result>;

/** Each begins when the one before has ended, however it ended. */
function oneAfterAnother(): InOrder {
  let before: Promise<unknown> = Promise.resolve();
  return (begin) => {
    const begun = before.then(begin);
    before = begun.catch(() => undefined);
    return begun;
  };
}

/** What is sent until the end of this tick leaves in one packet, such as the opening and the first statement. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** TypeORM would open a second transaction of its own around a save if it did not know of this one. */
function markTransaction(queryRunner: QueryRunner, active: boolean): void {
  (queryRunner as { isTransactionActive: boolean }).isTransactionActive = active;
}

async function connect(queryRunner: QueryRunner): Promise<PoolClient> {
  return (await queryRunner.connect()) as PoolClient;
}
