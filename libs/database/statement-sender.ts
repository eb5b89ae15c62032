import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { ORG_ROLE, ORG_SETTING } from './row-level-security.ts';
import { sendBatch, type RowShapes, type Statement, type StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Maximum number of named statements. More distinct texts are not constant; they are sent without a name. */
const MAX_PREPARED_STATEMENTS = 500;

/**
 * Sets the role and the org (`$1`) of a batch in one statement, and forces generic plans. Statements of a batch find
 * their rows by indexes for any parameters, so each connection plans them once. By default the server plans a statement
 * five times before it keeps a plan, which takes seconds on a new worker with twenty connections, and it plans lists of
 * unknown length each time. Scans and joins of whole tables are off, because a plan that is made while a table is small would
 * remain when it is large.
 */
const BATCH_SCOPE = `SELECT set_config('role', '${ORG_ROLE}', true), set_config('${ORG_SETTING}', $1, true),
  set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
/** The same for a commit that does not wait for the disk. */
const LAZY_BATCH_SCOPE = `${BATCH_SCOPE}, set_config('synchronous_commit', 'off', true)`;
/**
 * The same for a single statement that may not write and takes at most `$2` milliseconds. It is planned as PostgreSQL sees fit,
 * because it may read many rows.
 */
const READ_SCOPE = `SELECT set_config('role', '${ORG_ROLE}', true), set_config('${ORG_SETTING}', $1, true),
  set_config('transaction_read_only', 'on', true), set_config('statement_timeout', $2, true)`;

/** How a batch commits. */
export interface BatchMode {
  /** Limit of each statement, in milliseconds, of a transaction that may not write. */
  readLimitMs?: number;
  /** True if the commit does not wait for the disk. The embedded database does not have this. */
  lazy?: boolean;
}

/** Text that opens a transaction and sets its role and org. */
export function orgScopeText(orgId: string): string {
  assertOrgId(orgId);
  return `SET LOCAL ROLE ${ORG_ROLE}; SET LOCAL ${ORG_SETTING} = '${orgId}'`;
}

export function assertOrgId(orgId: string): void {
  if (!UUID.test(orgId)) throw new TypeError(`An org id must be a UUID, got ${JSON.stringify(orgId)}`);
}

/** Sends statements to the server, those of one tick in one packet. */
export class StatementSender {
  private readonly names = new Map<string, string>();
  private readonly shapes: RowShapes = new Map();

  /**
   * @param onServer false for the embedded database. Its connections share one session and so the names of prepared statements, and it
   *   ends with this process, so that each commit waits for the disk.
   */
  constructor(
    private readonly onServer: boolean,
    private readonly answerLimitMs: number,
  ) {}

  /** Sends one statement of the open transaction on `client`. It is prepared unless it is `composed` for one call. */
  async send(
    client: PoolClient,
    sql: string,
    parameters: unknown[],
    composed = false,
  ): Promise<StatementResult> {
    sendTogether(client);
    const { promise, ...callbacks } = Promise.withResolvers<StatementResult>();
    const sent = sendBatch(
      client,
      [{ ...this.statementOf(sql, parameters, composed), ...callbacks }],
      this.shapes,
    );
    const [result] = await Promise.all([promise, sent]);
    return result;
  }

  statementOf(
    text: string,
    parameters: unknown[],
    composed = false,
  ): Pick<Statement, 'name' | 'text' | 'parameters'> {
    return { name: composed ? '' : this.nameOf(text), text, parameters };
  }

  /** Runs the `gathered` statements in a transaction that sees only the rows of `orgId`. */
  async sendGathered(
    client: PoolClient,
    orgId: string,
    gathered: readonly Statement[],
    { readLimitMs, lazy }: BatchMode = {},
  ): Promise<void> {
    const scope =
      readLimitMs === undefined
        ? this.statementOf(lazy && this.onServer ? LAZY_BATCH_SCOPE : BATCH_SCOPE, [orgId])
        : this.statementOf(READ_SCOPE, [orgId, `${readLimitMs}`]);
    return this.sendInOnePacket(client, [{ ...scope, resolve: ignore, reject: ignore }, ...gathered]);
  }

  /** Sends a batch, which is a transaction without `BEGIN` and `COMMIT`. */
  private async sendInOnePacket(client: PoolClient, batch: readonly Statement[]): Promise<void> {
    countStatement();
    await sendBatch(client, batch, this.shapes, this.answerLimitMs);
  }

  /** Returns the name of a prepared statement; empty for a statement that is sent without a name. */
  private nameOf(sql: string): string {
    const known = this.names.get(sql);
    if (known) return known;
    if (!this.onServer || this.names.size >= MAX_PREPARED_STATEMENTS) return '';
    const name = `tp_${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }
}

/** Sends all statements of this tick in one packet, such as the opening of the transaction and its first statement. */
export function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const ignore = (): undefined => undefined;
