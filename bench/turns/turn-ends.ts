import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 20;
/** If no turn ends for this long, the benchmark is stuck. */
const STALL_TIMEOUT_MS = 60_000;

const ENDED = `
  SELECT id FROM turns WHERE org_id = (SELECT id FROM orgs WHERE slug = $1) AND id = ANY ($2::uuid[])
     AND state NOT IN ('queued', 'running')`;

/**
 * Reports the ends of an org's turns, with one query for all awaited turns.
 *
 * @returns a function that resolves within 20 ms after the end of the turn. It throws database errors, and an error if no
 * turn ends for a minute.
 */
export function turnEnds(database: Client, org: string): (turnId: string) => Promise<void> {
  const waiting = new Map<string, () => void>();
  let asking: Promise<void> | undefined;

  const ask = async () => {
    let endedAt = performance.now();
    try {
      while (waiting.size > 0) {
        await delay(POLL_MS);
        const values = [org, [...waiting.keys()]];
        const { rows } = await database.query<{ id: string }>({ name: 'ended', text: ENDED, values });
        if (rows.length > 0) endedAt = performance.now();
        if (performance.now() - endedAt > STALL_TIMEOUT_MS)
          throw new Error(`Stuck with ${waiting.size} open turns`);
        for (const { id } of rows) {
          waiting.get(id)?.();
          waiting.delete(id);
        }
      }
    } finally {
      // In the same tick as the last query, so that a later caller starts a new query.
      asking = undefined;
    }
  };

  return async (turnId) => {
    const ended = new Promise<void>((resolve) => waiting.set(turnId, resolve));
    const asked = (asking ??= ask());
    await Promise.race([ended, asked.then(() => ended)]);
  };
}
