import type { Clock } from '#config';
import type { EffectState } from '#contracts';
import { type Database, type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import { hashOf } from '../cache/canonical-json.ts';
import { ToolError } from '#pack-kit';
import { auditJson } from './audit-json.ts';

export interface Effect {
  orgId: string;
  /** Idempotency key: the effect happens at most once per key. */
  key: string;
  tool: string;
  turnId: string | null;
  conversationId: string | null;
  /** The arguments as received, before preparation. */
  arguments: Record<string, unknown>;
}

export interface EffectRow {
  state: EffectState;
  result: unknown;
}

interface StoredEffect extends EffectRow {
  tool: string;
  argumentsHash: string;
}

const FIND = `
  SELECT state, result, tool, arguments_hash AS "argumentsHash" FROM tool_effects WHERE org_id = $1 AND key = $2`;
const INSERT = `
  INSERT INTO tool_effects AS known
    (org_id, key, tool, turn_id, conversation_id, arguments, arguments_hash, state, started_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'started', $8)
  ON CONFLICT (org_id, key) `;
const INSERT_NEW = `${INSERT} DO NOTHING`;
const INSERT_NEW_OR_FAILED = `${INSERT} DO UPDATE
     SET state = 'started', started_at = excluded.started_at, finished_at = NULL, settled_by = NULL, settled_at = NULL,
         settled_why = NULL
   WHERE known.state = 'failed' AND known.tool = excluded.tool AND known.arguments_hash = excluded.arguments_hash`;
/** The state `done` is final. */
const FINISH = `
  UPDATE tool_effects SET state = $3, result = $4, finished_at = $5
   WHERE org_id = $1 AND key = $2 AND state <> 'done'`;

/** An earlier call with the same key is done; `result` is its result. */
export class EffectAlreadyDone extends Error {
  constructor(readonly result: unknown) {
    super('This call was made before');
    this.name = 'EffectAlreadyDone';
  }
}

/** The `holdIn` of an OutcomeRecorder; does nothing for a call that no other worker can take over. */
export type Hold = (tx: OrgTransaction) => Promise<void> | undefined;

/** The effect ledger: makes each call with side effects happen at most once. */
export class EffectLedger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The row of the effect, if any. @throws ToolError CONFLICT if the key belongs to another call. */
  async find(effect: Effect): Promise<EffectRow | undefined> {
    return this.database.forOrgAtOnce(effect.orgId, (tx) => findIn(tx, effect));
  }

  /**
   * For tools that write only our own tables: the ledger row and the work commit together, so the outcome is always
   * known. A second call with the same key waits for the first to commit.
   *
   * @throws EffectAlreadyDone with the first call's result; ToolError CONFLICT if the key belongs to another call.
   */
  async runOnce<Result>(effect: Effect, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    return this.database.forOrg(effect.orgId, async (tx) => {
      const inserted = await tx.execute(INSERT_NEW, this.valuesOf(effect));
      if (inserted === 0) throw new EffectAlreadyDone((await findIn(tx, effect))?.result);
      const result = await work(tx);
      await this.finish(tx, effect, 'done', result);
      return result;
    });
  }

  /**
   * For tools with external effects: records the call before it is sent. A call that has definitely failed may start
   * again.
   *
   * @returns the row of an earlier call with this key that has not failed, if any.
   * @throws ToolError CONFLICT if the key belongs to another call.
   */
  async begin(effect: Effect, hold: Hold): Promise<EffectRow | undefined> {
    return this.database.forOrg(effect.orgId, async (tx) => {
      const begun = await tx.execute(INSERT_NEW_OR_FAILED, this.valuesOf(effect));
      await hold(tx);
      return begun > 0 ? undefined : findIn(tx, effect);
    });
  }

  /**
   * For tools with external effects: their writes after sending commit together with the state `done`. A replay that
   * reaches this point gets the result of the first call.
   *
   * @throws EffectAlreadyDone with the first call's result.
   */
  async completeOnce<Result>(effect: Effect, work: (tx: OrgTransaction) => Promise<Result>): Promise<Result> {
    return this.database.forOrg(effect.orgId, async (tx) => {
      const [begun] = await tx.query<EffectRow>(`${FIND} FOR UPDATE`, [effect.key]);
      if (begun?.state === 'done') throw new EffectAlreadyDone(begun.result);
      const result = await work(tx);
      await this.finish(tx, effect, 'done', result);
      return result;
    });
  }

  /** Stores the final state of the call, in the transaction that records its result. */
  async finish(tx: OrgTransaction, { key }: Effect, state: EffectState, result: unknown): Promise<void> {
    await tx.execute(FINISH, [key, state, jsonbText(result), this.clock.now()]);
  }

  /** Marks the outcome as unknown, for a person to settle. */
  async markUnknown(effect: Effect, hold: Hold): Promise<void> {
    await this.database.forOrg(effect.orgId, async (tx) => {
      await this.finish(tx, effect, 'unknown_outcome', null);
      await hold(tx);
    });
  }

  /** The parameters from `$2` on. */
  private valuesOf(effect: Effect): unknown[] {
    const { key, tool, turnId, conversationId } = effect;
    return [
      key,
      tool,
      turnId,
      conversationId,
      auditJson(effect.arguments),
      hashOf(effect.arguments),
      this.clock.now(),
    ];
  }
}

async function findIn(tx: OrgTransaction, effect: Effect): Promise<EffectRow | undefined> {
  const [row] = await tx.query<StoredEffect>(FIND, [effect.key]);
  if (!row) return undefined;
  if (row.tool === effect.tool && row.argumentsHash === hashOf(effect.arguments)) return row;
  throw new ToolError(
    'CONFLICT',
    `The idempotency key of this call of ${effect.tool} was used for another call. Use a new key.`,
  );
}
