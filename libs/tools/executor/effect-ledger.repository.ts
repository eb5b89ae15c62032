import type { Clock } from '#config';
import { jsonbText, type Database, type OrgTransaction } from '#database';
import type { ToolEffectState } from './tool-effect.entity.ts';

export interface EffectRow {
  state: ToolEffectState;
  result: unknown;
}

export interface EffectKey {
  orgId: string;
  key: string;
  tool: string;
  turnId: string | null;
}

/** What was found of an earlier call with the same key. */
export class EffectAlreadyDone extends Error {
  constructor(readonly result: unknown) {
    super('This call was made before');
    this.name = 'EffectAlreadyDone';
  }
}

/** The idempotency ledger of calls with side effects. */
export class EffectLedger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async find({ orgId, key }: EffectKey): Promise<EffectRow | undefined> {
    const rows = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.query<EffectRow>('SELECT state, result FROM tool_effects WHERE org_id = $1 AND key = $2', [key]),
    );
    return rows[0];
  }

  /**
   * For tools that write only our own tables: the ledger row and the work commit together, so the outcome is always
   * known. A second call with the same key waits for the first to commit.
   *
   * @throws EffectAlreadyDone with the first call's result.
   */
  async runOnce<Result>(effect: EffectKey, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    return this.database.forOrg(effect.orgId, async (tx) => {
      const inserted = await tx.execute(
        `INSERT INTO tool_effects (org_id, key, tool, turn_id, state, started_at) VALUES ($1, $2, $3, $4, 'started', $5)
         ON CONFLICT (org_id, key) DO NOTHING`,
        [effect.key, effect.tool, effect.turnId, this.clock.now()],
      );
      if (inserted === 0) {
        const rows = await tx.query<EffectRow>(
          'SELECT state, result FROM tool_effects WHERE org_id = $1 AND key = $2',
          [effect.key],
        );
        throw new EffectAlreadyDone(rows[0]?.result);
      }
      const result = await work(tx);
      await this.finish(tx, effect, 'done', result);
      return result;
    });
  }

  /**
   * For tools that send something out: says so before it happens. A call that failed for sure may be made again.
   *
   * @returns what an earlier call left that has not failed, if any.
   */
  async begin(effect: EffectKey): Promise<EffectRow | undefined> {
    return this.database.forOrg(effect.orgId, async (tx) => {
      const begun = await tx.execute(
        `INSERT INTO tool_effects AS known (org_id, key, tool, turn_id, state, started_at) VALUES ($1, $2, $3, $4, 'started', $5)
         ON CONFLICT (org_id, key) DO UPDATE SET state = 'started', started_at = excluded.started_at, finished_at = NULL
           WHERE known.state = 'failed'`,
        [effect.key, effect.tool, effect.turnId, this.clock.now()],
      );
      if (begun > 0) return undefined;
      const rows = await tx.query<EffectRow>(
        'SELECT state, result FROM tool_effects WHERE org_id = $1 AND key = $2',
        [effect.key],
      );
      return rows[0];
    });
  }

  /** Says how the call ended, in the transaction that records its result. What is done stays done. */
  async finish(
    tx: OrgTransaction,
    effect: EffectKey,
    state: ToolEffectState,
    result: unknown,
  ): Promise<void> {
    await tx.execute(
      `UPDATE tool_effects SET state = $3, result = $4, finished_at = $5 WHERE org_id = $1 AND key = $2 AND state <> 'done'`,
      [effect.key, state, jsonbText(result), this.clock.now()],
    );
  }
}
