import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database, type PlatformTransaction } from '#database';
import { Changes } from '#queue';
import { fingerprintOf, LocalKeyStates, type KeyObstacle, type KeyStates } from './key-states.ts';
import { KeyStateRepository } from './key-state.repository.ts';

/** Key states shared by all workers: each process stores the states it detects. */
@Injectable()
export class StoredKeyStates implements KeyStates {
  private readonly local = new LocalKeyStates();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  /** Subscribes to the states of other processes, which arrive within 2 s. @returns a function that unsubscribes. */
  follow(): () => void {
    return this.changes.subscribe('keys', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const readMs = this.local.now();
    const rows = await this.database.asPlatform('keys of providers serve every org', (tx) =>
      new KeyStateRepository(tx, this.clock).current(),
    );
    this.local.replaceAll(
      rows.map(({ removedStatus, ...row }) => ({ ...row, removedStatus: removedStatus ?? undefined })),
      readMs,
    );
  }

  obstacle(place: string, apiKey: string): KeyObstacle | undefined {
    return this.local.obstacle(place, apiKey);
  }

  async startCooldown(place: string, apiKey: string, retryAfterMs?: number): Promise<void> {
    const forMs = this.local.nextCooldownMs(place, apiKey, retryAfterMs);
    const fingerprint = fingerprintOf(apiKey);
    this.local.set(place, fingerprint, { cooldownMs: forMs });
    await this.write((rows) => rows.startCooldown(place, fingerprint, Math.ceil(forMs)));
    this.local.stored(place, fingerprint);
  }

  async remove(place: string, apiKey: string, status: number): Promise<void> {
    const fingerprint = fingerprintOf(apiKey);
    this.local.set(place, fingerprint, { removedStatus: status });
    await this.write((rows) => rows.remove(place, fingerprint, status));
    this.local.stored(place, fingerprint);
    this.logger.warn({ provider: place, fingerprint, status }, 'the provider refused a key; it is disabled');
  }

  worked(place: string, apiKey: string): void {
    this.local.worked(place, apiKey);
  }

  /** Failures are only logged: this process already knows the state, and sharing it must not fail the turn. */
  private async write(work: (rows: KeyStateRepository) => Promise<void>): Promise<void> {
    try {
      await this.database.asPlatform('keys of providers serve every org', async (tx: PlatformTransaction) => {
        await work(new KeyStateRepository(tx, this.clock));
        await this.changes.announce(tx, 'keys');
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'the state of a key could not be shared with other workers');
    }
  }
}
