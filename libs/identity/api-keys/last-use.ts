import { Logger } from '@nestjs/common';
import type { Clock } from '#config';
import type { Database } from '#database';
import { setLastUsed } from './api-key.repository.ts';

/** A key's last use is at most this old in the database; more exact would be a write per request. */
const WRITE_EVERY_MS = 60_000;

/** Writes when keys were last used, behind the request and at most once a minute per key. */
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
      // The next use in a minute writes it; nothing else depends on it.
      this.logger.warn({ message: 'The last use of a key was not written', keyId, err: error });
    }
  }
}
