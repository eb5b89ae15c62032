import type { EffectState } from '#contracts';
import { type OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';

/** How a person settles an effect of unknown outcome. */
export interface EffectSettlement {
  key: string;
  outcome: 'done' | 'failed';
  /** `data` that a repeated call with the key is given. */
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

/** Longer than any call may take: whoever started it is gone, and nobody has come back for it. */
const ABANDONED_MS = 15 * 60_000;

/**
 * Says how an effect of unknown outcome has ended. Done: a call with its key is given the result. Failed: it may be
 * made again.
 *
 * @returns the state that it has instead when its outcome is not unknown; undefined where the org has no such effect.
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

/** Leaves to people what was started long ago and never ended: its turn was cancelled, or has failed. */
export function abandonEffects(tx: PlatformTransaction, now: Date): Promise<number> {
  return tx.execute(ABANDON, [new Date(now.getTime() - ABANDONED_MS), now]);
}

/** How many effects of every org wait for a person. */
export async function countUnknownEffects(tx: PlatformTransaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT);
  return row?.count ?? 0;
}
