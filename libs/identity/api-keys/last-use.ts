import { Logger } from '@nestjs/common';
import type { Clock } from '#config';
import type { Database } from '#database';
import { setLastUsed } from './api-key.repository.ts';

/** The stored time of the last use is at most this old. A more exact time would require a write per request. */
const WRITE_EVERY_MS = 60_000;

/** Stores the time of each key's last use outside the request, at most once a minute per key. */
export class LastUse {
  private readonly logger = new Logger('ApiKeys');
  private readonly writtenAtMs = new Map<string, number>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  note(key: { keyId: string; orgId: string; lastUsedAt: Date | null }): void {
    const now = this.clock.now();
    const lastMs = this.writtenAtMs.get(key.keyId) ?? key.lastUsedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (now.getTime() - lastMs < WRITE_EVERY_MS) return;
    this.writtenAtMs.set(key.keyId, now.getTime());
    const write = this.write(key.orgId, key.keyId, now).finally(() => this.underWay.delete(write));
    this.underWay.add(write);
  }

  async settle(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async write(orgId: string, keyId: string, now: Date): Promise<void> {
    try {
      await this.database.forOrg(orgId, (tx) => setLastUsed(tx, keyId, now));
    } catch (error) {
      // The next use after a minute writes it. Nothing else depends on this time.
      this.logger.warn({ message: 'The last use of a key was not written', keyId, err: error });
    }
  }
}
