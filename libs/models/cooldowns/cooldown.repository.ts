import type { Clock } from '#config';
import type { PlatformTransaction } from '#database';
import type { ChangeTopic } from '#queue';
import type { Cooled, CooldownState } from './cooldowns.ts';

export interface CooldownTable {
  table: string;
  /** Columns of the parts of {@link Cooled}. */
  place: string;
  name: string;
  /** Column with the status of a refusal; `NULL::integer` for a table without refusals. */
  removedStatus: string;
  /** Topic on which changes are announced. */
  topic: ChangeTopic;
  /** The subject of log messages. */
  what: string;
  /** Log messages about a new row. */
  started?: string;
  refused?: string;
}

export const KEY_STATES: CooldownTable = {
  table: 'provider_key_states',
  place: 'provider',
  name: 'fingerprint',
  removedStatus: 'known.removed_status',
  topic: 'keys',
  what: 'the state of a key',
  refused: 'the provider refused a key; it is disabled',
};

export const MODEL_COOLDOWNS: CooldownTable = {
  table: 'model_cooldowns',
  place: 'place',
  name: 'model',
  removedStatus: 'NULL::integer',
  topic: 'model_cooldowns',
  what: 'the cooldown of a model',
  started: 'the provider does not know the model; cooldown started',
};

/** The reason of a platform transaction on these tables. */
export const FOR_EVERY_WORKER = 'cooldowns of keys and models apply to every worker';

export interface StoredCooldown extends Cooled, CooldownState {
  changedAt: Date;
}

/** Stores cooldowns. Uses the database's clock, since the clocks of processes differ. */
export class CooldownRepository {
  constructor(
    private readonly tx: PlatformTransaction,
    private readonly clock: Clock,
    private readonly columns: CooldownTable,
  ) {}

  /** Returns the current cooldowns and refusals. */
  current(): Promise<StoredCooldown[]> {
    const { table, place, name, removedStatus } = this.columns;
    return this.tx.query<StoredCooldown>(
      `SELECT ${place} AS place, ${name} AS name, ${removedStatus} AS "removedStatus", changed_at AS "changedAt",
              coalesce(extract(epoch FROM cooldown_until - clock_timestamp()) * 1000, 0)::float8 AS "cooldownMs"
         FROM ${table} known WHERE ${removedStatus} IS NOT NULL OR cooldown_until > clock_timestamp() ORDER BY 1, 2`,
    );
  }

  /** Starts or extends a cooldown, and deletes expired ones. A refused key stays refused. */
  async start(of: Cooled, forMs: number): Promise<void> {
    const { table, place, name, removedStatus } = this.columns;
    await this.tx.execute(
      `INSERT INTO ${table} AS known (${place}, ${name}, cooldown_until, changed_at)
       VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond', $4)
       ON CONFLICT (${place}, ${name}) DO UPDATE
         SET cooldown_until = greatest(known.cooldown_until, excluded.cooldown_until), changed_at = $4
       WHERE ${removedStatus} IS NULL`,
      [of.place, of.name, forMs, this.clock.now()],
    );
    // Skips rows that another worker has locked, because it may wait for the row above.
    await this.tx.execute(
      `DELETE FROM ${table} WHERE (${place}, ${name}) IN (
         SELECT ${place}, ${name} FROM ${table} WHERE cooldown_until < clock_timestamp() FOR UPDATE SKIP LOCKED)`,
    );
  }

  async refuse(of: Cooled, status: number): Promise<void> {
    const { table, place, name } = this.columns;
    await this.tx.execute(
      `INSERT INTO ${table} (${place}, ${name}, removed_status, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (${place}, ${name}) DO UPDATE SET cooldown_until = NULL, removed_status = $3, changed_at = $4`,
      [of.place, of.name, status, this.clock.now()],
    );
  }

  /** Ends cooldowns and refusals. @param name absent for all of the place. @returns false if there was none. */
  async end({ place, name }: { place: string; name?: string | undefined }): Promise<boolean> {
    const ended = await this.tx.execute(
      `DELETE FROM ${this.columns.table}
        WHERE ${this.columns.place} = $1 AND ($2::text IS NULL OR ${this.columns.name} = $2)`,
      [place, name ?? null],
    );
    return ended > 0;
  }
}
