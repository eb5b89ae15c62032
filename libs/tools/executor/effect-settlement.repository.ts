import type { EffectState } from '#contracts';
import { type OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';

/** A person's decision about an effect of unknown outcome. */
export interface EffectSettlement {
  key: string;
  outcome: 'done' | 'failed';
  /** `data` that a repeated call with the key returns. */
  result: unknown;
  why: string;
  userId: string;
  at: Date;
}

const SETTLE = `
  UPDATE tool_effects
     SET state = $3, result = $4, finished_at = $5, settled_by = $6, settled_at = $5, settled_why = $7
   WHERE org_id = $1 AND key = $2 AND state = 'unknown_outcome'`;
const STATE = 'SELECT state FROM tool_effects WHERE org_id = $1 AND key = $2';
const ABANDON = `
  UPDATE tool_effects SET state = 'unknown_outcome', finished_at = $2 WHERE state = 'started' AND started_at < $1`;
const COUNT = `SELECT count(*)::integer AS count FROM tool_effects WHERE state = 'unknown_outcome'`;

/** Longer than any call may take, so the worker that started the effect is gone and no replay has finished it. */
const ABANDONED_MS = 15 * 60_000;

/**
 * Settles an effect of unknown outcome. After `done`, a call with its key returns the result; after `failed`, the call
 * may be made again.
 *
 * @returns the current state if the outcome is not unknown; undefined if the org has no such effect.
 */
export async function settleEffect(
  tx: OrgTransaction,
  { key, outcome, result, why, userId, at }: EffectSettlement,
): Promise<'settled' | Exclude<EffectState, 'unknown_outcome'> | undefined> {
  const settled = await tx.execute(SETTLE, [key, outcome, jsonbText(result), at, userId, why]);
  if (settled > 0) return 'settled';
  const [row] = await tx.query<{ state: Exclude<EffectState, 'unknown_outcome'> }>(STATE, [key]);
  return row?.state;
}

/** Marks effects that started more than 15 minutes ago and never ended as unknown. Their turn was cancelled or failed. */
export function abandonEffects(tx: PlatformTransaction, now: Date): Promise<number> {
  return tx.execute(ABANDON, [new Date(now.getTime() - ABANDONED_MS), now]);
}

/** Number of effects of all orgs that wait for a person. */
export async function countUnknownEffects(tx: PlatformTransaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT);
  return row?.count ?? 0;
}
