import type { Clock } from '#config';
import type { PlatformTransaction } from '#database';
import type { CoolingModel } from './model-cooldowns.ts';

/** Stores model cooldowns. Uses the database's clock, since the clocks of processes differ. */
export class ModelCooldownRepository {
  constructor(
    private readonly tx: PlatformTransaction,
    private readonly clock: Clock,
  ) {}

  /** Returns the current cooldowns with their remaining time in milliseconds. */
  current(): Promise<(CoolingModel & { forMs: number })[]> {
    return this.tx.query(
      `SELECT place, model, (extract(epoch FROM cooldown_until - clock_timestamp()) * 1000)::float8 AS "forMs"
         FROM model_cooldowns WHERE cooldown_until > clock_timestamp() ORDER BY place, model`,
    );
  }

  /** Starts or extends a cooldown, and deletes expired ones. */
  async startCooldown({ place, model }: CoolingModel, forMs: number): Promise<void> {
    await this.tx.execute(
      `INSERT INTO model_cooldowns (place, model, cooldown_until, changed_at)
       VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond', $4)
       ON CONFLICT (place, model) DO UPDATE
         SET cooldown_until = greatest(model_cooldowns.cooldown_until, excluded.cooldown_until), changed_at = $4`,
      [place, model, forMs, this.clock.now()],
    );
    await this.tx.execute('DELETE FROM model_cooldowns WHERE cooldown_until < clock_timestamp()');
  }

  /** Ends cooldowns early. @param model absent for all models of the place. @returns true if there was a cooldown. */
  async forget(place: string, model?: string): Promise<boolean> {
    const forgotten = await this.tx.execute(
      'DELETE FROM model_cooldowns WHERE place = $1 AND ($2::text IS NULL OR model = $2)',
      [place, model ?? null],
    );
    return forgotten > 0;
  }
}
