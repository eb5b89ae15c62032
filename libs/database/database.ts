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
 * A process that stands still or is cut off in the middle of a transaction must not hold its rows for hours. The
 * embedded database has one session, which nobody may end.
 */
const LIMIT_IDLE = `SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/** What goes in one packet is a few rows of one org; claims, leases and journals of its turns wait behind it. */
const ANSWER_LIMIT_MS = 30_000;

/**
 * All access to PostgreSQL. Role and org are set per transaction (`SET LOCAL`), never per connection: pools reuse
 * connections, and the embedded database is one session with a superuser's rights.
 */
export class Database {
  private readonly sender: StatementSender;

  /**
   * @param pipelined whether the server takes statements without waiting for the answer to the one before, and keeps
   *   named plans per connection. PostgreSQL does both; the embedded database, one session behind all, does neither.
   * @param answerLimitMs longest wait for the answer to {@link forOrgAtOnce}.
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
   * @throws DatabaseUnavailableError when the database is away; whatever `work` throws, after a rollback.
   */
  async forOrg<Result>(orgId: string, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    return this.inTransaction(orgScopeText(orgId), (runner) => new OrgTransaction(runner, orgId), work);
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
   * @throws DatabaseUnavailableError when the database is away, also where all was committed and only the answer did not
   *   come; the error of the first statement that failed, after a rollback, also where `work` makes nothing of it; that of
   *   rows that cannot be read, after the commit; whatever `work` throws, and when it does so before it waits, nothing has
   *   been sent.
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
    // The first statement of the work may follow at once: it can only run inside the transaction or fail with it.
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
 * With a stack that leads to who waits for the statement: where its answer was read tells nobody anything. Several may be
 * told one error, and the first of them is the statement that failed.
 */
function throwFromHere(error: unknown): never {
  if (error instanceof Error && !led.has(error)) {
    led.add(error);
    Error.captureStackTrace(error);
  }
  throw error;
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

/** TypeORM would open a second transaction of its own around a save if it did not know of this one. */
function markTransaction(queryRunner: QueryRunner, active: boolean): void {
  (queryRunner as { isTransactionActive: boolean }).isTransactionActive = active;
}

async function connect(queryRunner: QueryRunner): Promise<PoolClient> {
  return (await queryRunner.connect()) as PoolClient;
}
