import type { DataSource } from 'typeorm';
import { DatabaseError, type PoolClient, type QueryResult } from 'pg';
import type { DatabaseSettings } from '#config';
import { CONNECT_TIMEOUT_MS } from './data-source.ts';
import {
  DatabaseUnavailableError,
  isTransientDatabaseError,
  READ_ONLY,
  RolledBackError,
  sqlStateOf,
} from './database.errors.ts';
import { FairSlots } from './fair-slots.ts';
import { PLATFORM_ROLE } from './row-level-security.ts';
import type { Statement, StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';
import {
  assertOrgId,
  orgScopeText,
  sendTogether,
  StatementSender,
  type BatchMode,
} from './statement-sender.ts';
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
const LIMIT_IDLE = `; SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/**
 * Reply timeout of one packet. A packet has a few rows of one org, and claims, leases and journals of its turns wait
 * for it.
 */
const ANSWER_LIMIT_MS = 30_000;
/** Statements of one simple query are one transaction, so the setting is local to it. */
const WRITE_SOMETHING = `
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM (SELECT repeat('x', 1000) || n FROM generate_series(1, 500) n ORDER BY 1 OFFSET 0) sorted;
  SELECT 1 / (current_setting('transaction_read_only') = 'off')::int`;
/** Work across orgs takes turns with the orgs. */
const PLATFORM = 'platform';
/** Below the reply timeout, which would end the connection. */
const READ_LIMIT_MS = 25_000;

/**
 * All access to PostgreSQL. Role and org are set per transaction (`SET LOCAL`), never per connection: pools reuse
 * connections, and the embedded database is one session with a superuser's rights.
 */
export class Database {
  private readonly sender: StatementSender;
  private readonly slots: FairSlots;
  private readonly limitIdle: string;

  /**
   * @param settings of the pool of `dataSource`.
   * @param answerLimitMs maximum wait for the reply to {@link forOrgAtOnce}.
   */
  constructor(
    readonly dataSource: DataSource,
    settings: Pick<DatabaseSettings, 'kind' | 'poolSize'>,
    answerLimitMs = ANSWER_LIMIT_MS,
  ) {
    this.sender = new StatementSender(settings.kind === 'postgres', answerLimitMs);
    this.limitIdle = settings.kind === 'postgres' ? LIMIT_IDLE : '';
    this.slots = new FairSlots(settings.poolSize, CONNECT_TIMEOUT_MS);
  }

  /**
   * Runs `work` in one transaction that sees only the rows of `orgId`.
   *
   * @throws DatabaseUnavailableError if the database is unreachable; any error of `work`, after a rollback.
   */
  async forOrg<Result>(orgId: string, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    const open = (runner: StatementRunner) => new OrgTransaction(runner, orgId);
    return this.inTransaction(orgId, orgScopeText(orgId), open, work);
  }

  /**
   * Works as {@link forOrg}, for statements that do not depend on each other's results. They go to the server in one
   * packet, which saves round trips and shortens the time that rows are locked.
   *
   * `work` must send all its statements before its first await; a later statement is refused. `work` processes the results
   * after the commit, so an error there rolls nothing back. Only a failing statement rolls back; the statements after it
   * reject with the same error. Use {@link forOrg} for statements that need a transaction block (`LOCK TABLE`, `SAVEPOINT`).
   *
   * @param mode `lazy` for a commit that does not wait for the disk: a crash of the server may undo it within 0.6 s
   *   (PostgreSQL, "Asynchronous Commit"), a crash of this process may not. Later commits that wait include it.
   * @throws DatabaseUnavailableError if the database is unreachable, even if the commit succeeded and only the reply was
   *   lost; the error of the first failed statement, after a rollback, even if `work` ignores it; the error of unreadable
   *   rows, after the commit; any error of `work`. If `work` throws before its first await, nothing is sent.
   */
  async forOrgAtOnce<Result>(
    orgId: string,
    work: (tx: OrgTransaction) => Promise<Result>,
    mode: Pick<BatchMode, 'lazy'> = {},
  ): Promise<Result> {
    assertOrgId(orgId);
    const gathered: Statement[] = [];
    const send: StatementRunner['send'] = (...statement) => {
      const { promise, ...callbacks } = Promise.withResolvers<StatementResult>();
      gathered.push({ ...this.sender.statementOf(...statement), ...callbacks });
      return promise.catch(throwFromHere);
    };
    const tx = new OrgTransaction({ send }, orgId);
    const working = work(tx);
    tx.close();
    await thrownAtOnce(working);
    const result = await this.commitGathered(orgId, gathered, working, mode);
    for (const callback of tx.committedCallbacks) await callback();
    return result;
  }

  /**
   * Reads rows of `orgId`. Each statement is a transaction of its own that may not write, and is sent in one packet.
   *
   * @param limitMs limit of each statement; PostgreSQL cancels it after that.
   * @throws as {@link forOrg}
   */
  async readForOrg<Result>(
    orgId: string,
    work: (tx: OrgTransaction) => Promise<Result>,
    limitMs = READ_LIMIT_MS,
  ): Promise<Result> {
    assertOrgId(orgId);
    const send: StatementRunner['send'] = (...statement) => {
      const { promise, resolve, reject } = Promise.withResolvers<StatementResult>();
      // Only here the same error does not come from a server that takes no writes, so a retry is of no use.
      const rejectWrite = (error: unknown) =>
        reject(
          sqlStateOf(error) === READ_ONLY ? new TypeError('A read must not write', { cause: error }) : error,
        );
      const gathered = [{ ...this.sender.statementOf(...statement), resolve, reject: rejectWrite }];
      return this.commitGathered(orgId, gathered, promise, { readLimitMs: limitMs }).catch(throwFromHere);
    };
    const tx = new OrgTransaction({ send }, orgId);
    const result = await work(tx);
    tx.close();
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
      PLATFORM,
      `SET LOCAL ROLE ${PLATFORM_ROLE}`,
      (runner) => new PlatformTransaction(runner),
      work,
    );
  }

  /**
   * For health checks. Fails if the server does not answer, takes no writes, as a standby, or cannot write, as with a full disk: the
   * sort exceeds its memory and writes a temporary file. One round trip.
   */
  async ping(): Promise<void> {
    try {
      await this.dataSource.query(WRITE_SOMETHING);
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  private async inTransaction<Tx extends Transaction, Result>(
    org: string,
    scope: string,
    open: (runner: StatementRunner) => Tx,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const { tx, result } = await this.withConnection(org, async (client) => {
      const ending: Ending = { send: (command) => client.query(command) };
      const tx = open({
        send: (...statement) => this.sender.send(client, ...statement).catch(throwFromHere),
        commit: () => {
          ending.sent = ending.send('COMMIT');
          ending.sent.catch(() => undefined);
        },
      });
      return { tx, result: await this.runBetweenBeginAndCommit(client, scope, { tx, ending }, work) };
    });
    for (const callback of tx.committedCallbacks) await callback();
    return result;
  }

  private async runBetweenBeginAndCommit<Tx extends Transaction, Result>(
    client: PoolClient,
    scope: string,
    { tx, ending }: { tx: Tx; ending: Ending },
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    countStatement(2);
    sendTogether(client);
    const opened = client.query(`BEGIN; ${scope}${this.limitIdle}`);
    // The first statement of the work may be sent at once: it runs inside the transaction or fails with it.
    opened.catch(() => undefined);
    try {
      const result = await work(tx);
      tx.close();
      await opened;
      const committed = await (ending.sent ?? ending.send('COMMIT')).catch((error: unknown) => {
        throw unavailable(error, true);
      });
      if (committed.command !== 'COMMIT') throw new RolledBackError();
      return result;
    } catch (error) {
      // Close before the rollback: a later statement would run outside the transaction, with the rights of the login.
      tx.close();
      // A commit sent behind a failed statement rolls back. Its answer is awaited before the connection returns to the pool.
      await (ending.sent ?? ending.send('ROLLBACK')).catch(() => undefined);
      // If the transaction could not be opened, each statement only reports that the transaction is aborted.
      await opened;
      // Unless the server answered with an error, the commit behind the statements may have arrived.
      throw ending.sent ? unavailable(error, !(error instanceof DatabaseError)) : error;
    }
  }

  /** Does not keep the connection while `working` goes on with the results, since it may need another one. */
  private async commitGathered<Result>(
    orgId: string,
    gathered: readonly Statement[],
    working: Promise<Result>,
    mode: BatchMode,
  ): Promise<Result> {
    let isSent = false;
    const sending = this.withConnection(orgId, (client) => {
      isSent = true;
      return this.sender.sendGathered(client, orgId, gathered, mode);
    });
    const worked = Promise.allSettled([working]);
    const [committed] = await Promise.allSettled([sending]);
    // Without a connection no statement settles, and the work never ends.
    if (committed.status === 'rejected' && !isSent) throw committed.reason as Error;
    const [done] = await worked;
    if (done.status === 'rejected') throw unavailable(done.reason) as Error;
    if (committed.status === 'rejected') throw committed.reason as Error;
    return done.value;
  }

  private async withConnection<Result>(
    org: string,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.slots.run(org, async () => {
        const queryRunner = this.dataSource.createQueryRunner();
        try {
          return await work((await queryRunner.connect()) as PoolClient);
        } finally {
          await queryRunner.release();
        }
      });
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function unavailable(error: unknown, mayHaveCommitted = false): unknown {
  if (error instanceof DatabaseUnavailableError || !isTransientDatabaseError(error)) return error;
  return new DatabaseUnavailableError(error, mayHaveCommitted);
}

const withCallerStack = new WeakSet<Error>();

/**
 * Gives the error a stack that leads to the caller of the statement instead of the place where the reply was read.
 * Several statements may reject with the same error; the first of them is the failed statement.
 */
function throwFromHere(error: unknown): never {
  if (error instanceof Error && !withCallerStack.has(error)) {
    withCallerStack.add(error);
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

interface Ending {
  send: (command: 'COMMIT' | 'ROLLBACK') => Promise<QueryResult>;
  /** Set if the commit was sent together with the last statements. */
  sent?: Promise<QueryResult>;
}
