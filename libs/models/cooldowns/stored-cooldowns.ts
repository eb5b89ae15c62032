import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import type { Database } from '#database';
import type { Changes } from '#queue';
import { CooldownRepository, FOR_EVERY_WORKER, type CooldownTable } from './cooldown.repository.ts';
import { LocalCooldowns, type Cooldowns, type Cooled, type CooldownState } from './cooldowns.ts';

/** Cooldowns shared by all workers: each process stores those that it starts. */
export class StoredCooldowns implements Cooldowns {
  private readonly local = new LocalCooldowns();

  constructor(
    private readonly table: CooldownTable,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly changes: Changes,
    private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  follow(): () => void {
    return this.changes.subscribe(this.table.topic, () => this.refresh());
  }

  state(of: Cooled): CooldownState | undefined {
    return this.local.state(of);
  }

  countFailure(of: Cooled): number {
    return this.local.countFailure(of);
  }

  forgetFailures(of: Cooled): void {
    this.local.forgetFailures(of);
  }

  async start(of: Cooled, forMs: number): Promise<void> {
    await this.share(of, { cooldownMs: forMs, removedStatus: null }, (rows) => rows.start(of, forMs));
    this.log(this.table.started, of, { forMs });
  }

  async refuse(of: Cooled, status: number): Promise<void> {
    await this.share(of, { cooldownMs: 0, removedStatus: status }, (rows) => rows.refuse(of, status));
    this.log(this.table.refused, of, { status });
  }

  async end(of: Cooled): Promise<void> {
    if (this.local.forget(of)) await this.write((rows) => rows.end(of));
  }

  private async refresh(): Promise<void> {
    const readMs = this.local.now();
    const rows = await this.database.asPlatform(FOR_EVERY_WORKER, (tx) =>
      new CooldownRepository(tx, this.clock, this.table).current(),
    );
    this.local.replaceAll(rows, readMs);
  }

  private async share(
    of: Cooled,
    state: CooldownState,
    work: (rows: CooldownRepository) => Promise<void>,
  ): Promise<void> {
    this.local.set(of, state);
    await this.write(work);
    this.local.stored(of);
  }

  /** Failures are only logged: this process already knows the state, and sharing it must not fail the turn. */
  private async write(work: (rows: CooldownRepository) => Promise<unknown>): Promise<void> {
    const { table, database, changes, clock, logger } = this;
    try {
      await database.asPlatform(FOR_EVERY_WORKER, async (tx) => {
        await work(new CooldownRepository(tx, clock, table));
        await changes.announce(tx, table.topic);
      });
    } catch (error) {
      logger.warn({ err: error }, `${table.what} could not be shared with other workers`);
    }
  }

  private log(message: string | undefined, { place, name }: Cooled, more: object): void {
    const { table, logger } = this;
    if (message) logger.warn({ [table.place]: place, [table.name]: name, ...more }, message);
  }
}
