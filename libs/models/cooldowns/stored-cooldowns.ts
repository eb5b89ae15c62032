import type { PinoLogger } from 'nestjs-pino';
import type { Clock } from '#config';
import type { Database } from '#database';
import type { Changes } from '#queue';
import { CooldownRepository, FOR_EVERY_WORKER, type CooldownTable } from './cooldown.repository.ts';
import { Cooldowns, type Cooled } from './cooldowns.ts';

/** Cooldowns shared by all workers: each process stores those that it starts. */
export class StoredCooldowns extends Cooldowns {
  constructor(
    private readonly table: CooldownTable,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly changes: Changes,
    private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {
    super();
  }

  override follow(): () => void {
    return this.changes.subscribe(this.table.topic, () => this.refresh());
  }

  override async start(of: Cooled, forMs: number): Promise<void> {
    await super.start(of, forMs);
    await this.write((rows) => rows.start(of, forMs));
    this.stored(of);
    this.log(this.table.started, of, { forMs });
  }

  override async refuse(of: Cooled, status: number): Promise<void> {
    await super.refuse(of, status);
    await this.write((rows) => rows.refuse(of, status));
    this.stored(of);
    this.log(this.table.refused, of, { status });
  }

  override async end(of: Cooled): Promise<void> {
    if (this.forget(of)) await this.write((rows) => rows.end(of));
  }

  private async refresh(): Promise<void> {
    const readMs = this.now();
    const rows = await this.database.asPlatform(FOR_EVERY_WORKER, (tx) =>
      new CooldownRepository(tx, this.clock, this.table).current(),
    );
    this.replaceAll(rows, readMs);
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
