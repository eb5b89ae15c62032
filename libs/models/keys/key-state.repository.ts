import type { Clock } from '#config';
import type { PlatformTransaction } from '#database';

export interface StoredKeyState {
  provider: string;
  fingerprint: string;
  /** Remaining cooldown in milliseconds; 0 for a refused key. */
  cooldownMs: number;
  removedStatus: number | null;
  changedAt: Date;
}

/** Stores keys that are in cooldown or were refused. */
export class KeyStateRepository {
  constructor(
    private readonly tx: PlatformTransaction,
    private readonly clock: Clock,
  ) {}

  /** Returns current states; expired cooldowns are excluded. */
  current(): Promise<StoredKeyState[]> {
    return this.tx.query<StoredKeyState>(
      `SELECT provider, fingerprint, removed_status AS "removedStatus", changed_at AS "changedAt",
              coalesce(extract(epoch FROM cooldown_until - clock_timestamp()) * 1000, 0)::float8 AS "cooldownMs"
         FROM provider_key_states
        WHERE removed_status IS NOT NULL OR cooldown_until > clock_timestamp()
        ORDER BY provider, fingerprint`,
    );
  }

  /** Starts or extends a cooldown. A refused key stays refused. */
  async startCooldown(provider: string, fingerprint: string, forMs: number): Promise<void> {
    await this.tx.execute(
      `INSERT INTO provider_key_states (provider, fingerprint, cooldown_until, changed_at)
       VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond', $4)
       ON CONFLICT (provider, fingerprint) DO UPDATE
         SET cooldown_until = greatest(provider_key_states.cooldown_until, excluded.cooldown_until), changed_at = $4
       WHERE provider_key_states.removed_status IS NULL`,
      [provider, fingerprint, forMs, this.clock.now()],
    );
  }

  async remove(provider: string, fingerprint: string, status: number): Promise<void> {
    await this.tx.execute(
      `INSERT INTO provider_key_states (provider, fingerprint, removed_status, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider, fingerprint) DO UPDATE SET cooldown_until = NULL, removed_status = $3, changed_at = $4`,
      [provider, fingerprint, status, this.clock.now()],
    );
  }

  /** Makes a key usable again. @returns false if it was neither in cooldown nor refused. */
  async putBack(provider: string, fingerprint: string): Promise<boolean> {
    const touched = await this.tx.execute(
      'DELETE FROM provider_key_states WHERE provider = $1 AND fingerprint = $2',
      [provider, fingerprint],
    );
    return touched > 0;
  }
}
