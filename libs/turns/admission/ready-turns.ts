import type { Database } from '#database';
import { AdmissionRepository, type Lane } from './admission.repository.ts';
import type { TurnQueue } from './turn-queue.ts';

/** By then whoever was ending a turn at the moment of the acceptance has committed. */
const LOOK_AFTER_MS = 100;

/**
 * Looks again for a slot shortly after a turn was accepted while its org had none. The end of a turn gives its slot to a
 * ready turn, but does not see one that is being accepted at the same moment; without this look such a turn would wait
 * for the next end, or for the sweeper.
 */
export class ReadyTurns {
  private readonly pending = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly queue: TurnQueue,
  ) {}

  /** @param limit of the org's turns in the queue, 0 for none. */
  lookSoon(orgId: string, lane: Lane, limit: number): void {
    const key = `${orgId} ${lane}`;
    if (this.pending.has(key)) return;
    this.pending.add(key);
    const timer = setTimeout(() => {
      this.pending.delete(key);
      // The sweeper does the same every few seconds, also when the database is away now.
      void this.look(orgId, lane, limit).catch(() => undefined);
    }, LOOK_AFTER_MS);
    timer.unref();
  }

  private async look(orgId: string, lane: Lane, limit: number): Promise<void> {
    const admitted = await this.database.forOrgAtOnce(orgId, (tx) =>
      new AdmissionRepository(tx).admit(lane, limit, limit),
    );
    await this.queue.enqueueAll(admitted);
  }
}
