import type { DataSource, QueryRunner } from 'typeorm';
import type { PoolClient, QueryResult } from 'pg';
import { DatabaseUnavailableError, isTransientDatabaseError, RolledBackError } from './database.errors.ts';
import { PLATFORM_ROLE } from './row-level-security.ts';
import type { Statement, StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';
import { assertOrgId, orgScopeText, sendTogether, StatementSender } from './statement-sender.ts';
import {
  OrgTransaction,
  PlatformTransaction,
  type StatementRunner,
  type Transaction,
} from './transaction.ts';

/**
 * Limits an idle transaction, because a hung or disconnected process must not lock its rows for hours. The embedded
 * database has a single session, which must not be ended.
 */
const LIMIT_IDLE = `SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/**
 * Reply timeout of one packet. A packet has a few rows of one org, and claims, leases and journals of its turns wait
 * for it.
 */
const ANSWER_LIMIT_MS = 30_000;

/**
 * All access to PostgreSQL. Role and org are set per transaction (`SET LOCAL`), never per connection: pools reuse
 * connections, and the embedded database is one session with a superuser's rights.
 */
export class Database {
  private readonly sender: StatementSender;

  /**
   * @param pipelined whether the server accepts statements before it has answered the previous one, and keeps named plans
   *   per connection. PostgreSQL does both; the embedded database, which has a single session, does neither.
   * @param answerLimitMs maximum wait for the reply to {@link forOrgAtOnce}.
   */
  constructor(
    readonly dataSource: DataSource,
    pipelined: boolean,
    answerLimitMs = ANSWER_LIMIT_MS,
  ) {
    this.sender = new StatementSender(pipelined, answerLimitMs);
  }

  /**
   * Runs `work` in one transaction that sees only the rows of `orgId`.
   *
   * @throws DatabaseUnavailableError if the database is unreachable; any error of `work`, after a rollback.
   */
  async forOrg<Result>(orgId: string, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    return this.inTransaction(orgScopeText(orgId), (runner) => new OrgTransaction(runner, orgId), work);
  }

  /**
   * Works as {@link forOrg}, for statements that do not depend on each other's results. They go to the server in one
   * packet, which saves round trips and shortens the time that rows are locked.
   *
   * `work` must send all its statements before its first await; a later statement is refused. `work` processes the results
   * after the commit, so an error there rolls nothing back. Only a failing statement rolls back; the statements after it
   * reject with the same error. Use {@link forOrg} for statements that need a transaction block (`LOCK TABLE`, `SAVEPOINT`).
   *
   * @throws DatabaseUnavailableError if the database is unreachable, even if the commit succeeded and only the reply was
   *   lost; the error of the first failed statement, after a rollback, even if `work` ignores it; the error of unreadable
   *   rows, after the commit; any error of `work`. If `work` throws before its first await, nothing is sent.
   */
  async forOrgAtOnce<Result>(orgId: string, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    assertOrgId(orgId);
    const gathered: Statement[] = [];
    const send: StatementRunner['send'] = (...statement) => {
      const { promise, ...told } = Promise.withResolvers<StatementResult>();
      gathered.push({ ...this.sender.statementOf(...statement), ...told });
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
   * Runs `work` in one transaction that sees the rows of every org, for the key look-up, the sweep, the writer of traces and the
   * platform console. `reason` documents at the call why one org is not enough.
   */
  async asPlatform<Result>(
    reason: string,
    work: (tx: PlatformTransaction) => Promise<Result>,
  ): Promise<Result> {
    if (reason.length === 0) throw new TypeError('Access across orgs needs a reason');
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
      const inOrder: InOrder = this.sender.pipelined ? (begin) => begin() : oneAfterAnother();
      const opened = open({
        send: (...statement) => inOrder(() => this.sender.send(client, ...statement)).catch(throwFromHere),
        manager: queryRunner.manager,
      });
      tx = opened;
      const end = (command: 'COMMIT' | 'ROLLBACK') => inOrder(() => client.query(command));
      result = await this.runBetweenBeginAndCommit(client, scope, { tx: opened, end }, work);
    } catch (error) {
      throw unavailable(error);
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
    const { pipelined } = this.sender;
    countStatement(2);
    if (pipelined) sendTogether(client);
    const opened = client.query(pipelined ? `BEGIN; ${scope}; ${LIMIT_IDLE}` : `BEGIN; ${scope}`);
    // The first statement of the work may be sent at once: it runs inside the transaction or fails with it.
    if (pipelined) opened.catch(() => undefined);
    else await opened;
    try {
      const result = await work(tx);
      tx.close();
      await opened;
      const committed = await end('COMMIT').catch((error: unknown) => {
        throw unavailable(error, true);
      });
      if (committed.command !== 'COMMIT') throw new RolledBackError();
      return result;
    } catch (error) {
      // Close before the rollback: a later statement would run outside the transaction, with the rights of the login.
      tx.close();
      await end('ROLLBACK').catch(() => undefined);
      // If the transaction could not be opened, each statement only reports that the transaction is aborted.
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
      const sent = this.sender.sendGathered(client, orgId, gathered);
      const [done, committed] = await Promise.allSettled([working, sent]);
      if (done.status === 'rejected') throw done.reason as Error;
      if (committed.status === 'rejected') throw committed.reason as Error;
      return done.value;
    } catch (error) {
      throw unavailable(error);
    } finally {
      await queryRunner.release();
    }
  }
}

function unavailable(error: unknown, mayHaveCommitted = false): unknown {
  if (error instanceof DatabaseUnavailableError || !isTransientDatabaseError(error)) return error;
  return new DatabaseUnavailableError(error, mayHaveCommitted);
}

const led = new WeakSet<Error>();

/**
 * Gives the error a stack that leads to the caller of the statement instead of the place where the reply was read.
 * Several statements may reject with the same error; the first of them is the failed statement.
 */
function throwFromHere(error: unknown): never {
  if (error instanceof Error && !led.has(error)) {
    led.add(error);
    Error.captureStackTrace(error);
  }
  throw error;
}

/** Throws the error of `working` if it rejected before it waited for an unsettled promise. */
async function thrownAtOnce(working: Promise<unknown>): Promise<void> {
  await Promise.race([working, settledPromisesHandled()]);
}

async function settledPromisesHandled(): Promise<void> {
  await Promise.resolve();
  // Scheduled from a microtask, `nextTick` runs after all pending microtasks.
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** Decides when a statement of a transaction is sent. */
type InOrder = <Result>(begin: () => Promise<Result>) => Promise<Result>;

/** Sends each statement after the previous one has succeeded or failed. */
function oneAfterAnother(): InOrder {
  let before: Promise<unknown> = Promise.resolve();
  return (begin) => {
    const begun = before.then(begin);
    before = begun.catch(() => undefined);
    return begun;
  };
}

/** Marks the transaction as open for TypeORM, which would otherwise open its own transaction around a save. */
function markTransaction(queryRunner: QueryRunner, active: boolean): void {
  (queryRunner as { isTransactionActive: boolean }).isTransactionActive = active;
}

async function connect(queryRunner: QueryRunner): Promise<PoolClient> {
  return (await queryRunner.connect()) as PoolClient;
}
