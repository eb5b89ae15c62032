import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

const POLL_MS = 20;
/** If no turn ends for this long, the benchmark is stuck. */
export const STALL_TIMEOUT_MS = 60_000;

const ENDED = `
  SELECT id FROM turns WHERE org_id = (SELECT id FROM orgs WHERE slug = $1) AND id = ANY ($2::uuid[])
     AND state NOT IN ('queued', 'running')`;

/** Reports the ends of turns, with one query for all awaited turns. */
export class TurnEnds {
  private readonly waiting = new Map<string, () => void>();
  private asking: Promise<void> | undefined;

  constructor(
    private readonly database: Client,
    private readonly org: string,
  ) {}

  /**
   * Resolves within 20 ms after the end of the turn.
   *
   * @throws database errors; an error if no turn ends for a minute.
   */
  async of(turnId: string): Promise<void> {
    const ended = new Promise<void>((resolve) => this.waiting.set(turnId, resolve));
    this.asking ??= this.ask();
    await Promise.race([ended, this.asking.then(() => ended)]);
  }

  private async ask(): Promise<void> {
    let endedAt = performance.now();
    try {
      while (this.waiting.size > 0) {
        await delay(POLL_MS);
        const { rows } = await this.database.query<{ id: string }>({
          name: 'ended',
          text: ENDED,
          values: [this.org, [...this.waiting.keys()]],
        });
        if (rows.length > 0) endedAt = performance.now();
        if (performance.now() - endedAt > STALL_TIMEOUT_MS)
          throw new Error(`Stuck with ${this.waiting.size} open turns`);
        for (const { id } of rows) {
          this.waiting.get(id)?.();
          this.waiting.delete(id);
        }
      }
    } finally {
      // In the same tick as the last query, so that a later caller starts a new query.
      this.asking = undefined;
    }
  }
}
