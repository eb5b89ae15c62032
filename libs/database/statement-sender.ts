import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { ORG_ROLE, ORG_SETTING } from './row-level-security.ts';
import { sendBatch, type RowShapes, type Statement, type StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** More distinct statements than this are not constant text; the rest is sent without a name. */
const MAX_PREPARED_STATEMENTS = 500;

/**
 * The role and the org (`$1`) of a batch, as one statement. What goes in a batch finds its rows by indexes, whatever the
 * parameters: each connection plans it once. By itself the server plans five times before it keeps a plan, which a new
 * worker with its twenty connections does for seconds, and lists whose length it cannot know it plans anew each time.
 */
const BATCH_SCOPE = `SELECT set_config('role', '${ORG_ROLE}', true), set_config('${ORG_SETTING}', $1, true),
  set_config('plan_cache_mode', 'force_generic_plan', true)`;

/** The role and the org of a transaction, as the text that opens it. */
export function orgScopeText(orgId: string): string {
  assertOrgId(orgId);
  return `SET LOCAL ROLE ${ORG_ROLE}; SET LOCAL ${ORG_SETTING} = '${orgId}'`;
}

export function assertOrgId(orgId: string): void {
  if (!UUID.test(orgId)) throw new TypeError(`An org id is a UUID, got ${JSON.stringify(orgId)}`);
}

/** How statements reach the server: with a named plan and in one packet where it takes that, else one by one. */
export class StatementSender {
  private readonly names = new Map<string, string>();
  private readonly shapes: RowShapes = new Map();

  /** Both as of the `Database`. */
  constructor(
    readonly pipelined: boolean,
    private readonly answerLimitMs: number,
  ) {}

  /** One statement of the transaction that is open on `client`; its plan is kept unless it is `composed` for one call. */
  async send(
    client: PoolClient,
    sql: string,
    parameters: unknown[],
    composed = false,
  ): Promise<StatementResult> {
    if (!this.pipelined) return client.query({ text: sql, values: parameters });
    sendTogether(client);
    const { promise, ...told } = Promise.withResolvers<StatementResult>();
    const sent = sendBatch(
      client,
      [{ ...this.statementOf(sql, parameters, composed), ...told }],
      this.shapes,
    );
    const [result] = await Promise.all([promise, sent]);
    return result;
  }

  /** What is sent of a statement. */
  statementOf(
    text: string,
    parameters: unknown[],
    composed = false,
  ): Pick<Statement, 'name' | 'text' | 'parameters'> {
    return { name: composed ? '' : this.nameOf(text), text, parameters };
  }

  /** `gathered`, as a transaction of its own that sees only the rows of `orgId`. */
  async sendGathered(client: PoolClient, orgId: string, gathered: readonly Statement[]): Promise<void> {
    if (this.pipelined) await this.sendInOnePacket(client, orgId, gathered);
    else await this.sendOneByOne(client, orgId, gathered);
  }

  /** A batch is a transaction by itself: it needs neither `BEGIN` nor `COMMIT`. */
  private async sendInOnePacket(
    client: PoolClient,
    orgId: string,
    gathered: readonly Statement[],
  ): Promise<void> {
    countStatement();
    const scope = { ...this.statementOf(BATCH_SCOPE, [orgId]), resolve: ignore, reject: ignore };
    await sendBatch(client, [scope, ...gathered], this.shapes, this.answerLimitMs);
  }

  private async sendOneByOne(
    client: PoolClient,
    orgId: string,
    gathered: readonly Statement[],
  ): Promise<void> {
    countStatement(2);
    let failure: unknown;
    try {
      await client.query(`BEGIN; ${orgScopeText(orgId)}`);
    } catch (error) {
      failure = error;
    }
    for (const { text, parameters, resolve, reject } of gathered) {
      if (failure === undefined) {
        await client
          .query({ text, values: parameters })
          .then(resolve, (error: unknown) => reject((failure = error)));
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

  /** Empty for one that is sent without a name. */
  private nameOf(sql: string): string {
    const known = this.names.get(sql);
    if (known) return known;
    if (this.names.size >= MAX_PREPARED_STATEMENTS) return '';
    const name = `tp_${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }
}

/** What is sent until the end of this tick leaves in one packet, such as the opening and the first statement. */
export function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const ignore = (): undefined => undefined;
