import type { Clock } from '#config';
import type { Database, PlatformTransaction } from '#database';
import type { Changes } from '#queue';
import type { ProviderName } from '../language-model.ts';
import { fingerprintOf, LocalKeyStates, type KeyObstacle, type KeyStates } from './key-states.ts';
import { KeyStateRepository } from './key-state.repository.ts';

interface KeyStatesLogger {
  warn(context: object, message: string): void;
}

/** Keys that rest or were refused, as all workers know them: each process writes what it finds out as rows. */
export class StoredKeyStates implements KeyStates {
  private readonly local = new LocalKeyStates();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly changes: Changes,
    private readonly logger: KeyStatesLogger,
  ) {}

  /** Takes over what other processes find out, within 2 s. @returns the end of it. */
  follow(): () => void {
    return this.changes.subscribe('keys', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const rows = await this.database.asPlatform('keys of providers serve every org', (tx) =>
      new KeyStateRepository(tx, this.clock).current(),
    );
    this.local.replaceAll(
      rows.map(({ removedStatus, ...row }) => ({ ...row, removedStatus: removedStatus ?? undefined })),
    );
  }

  obstacle(provider: ProviderName, apiKey: string): KeyObstacle | undefined {
    return this.local.obstacle(provider, apiKey);
  }

  async rest(provider: ProviderName, apiKey: string, retryAfterMs?: number): Promise<void> {
    const forMs = this.local.nextRestMs(provider, apiKey, retryAfterMs);
    const fingerprint = fingerprintOf(apiKey);
    this.local.set(provider, fingerprint, { restForMs: forMs });
    await this.write((rows) => rows.rest(provider, fingerprint, Math.ceil(forMs)));
  }

  async remove(provider: ProviderName, apiKey: string, status: number): Promise<void> {
    const fingerprint = fingerprintOf(apiKey);
    this.local.set(provider, fingerprint, { removedStatus: status });
    await this.write((rows) => rows.remove(provider, fingerprint, status));
    this.logger.warn({ provider, fingerprint, status }, 'a key was refused by its provider and is out');
  }

  worked(provider: ProviderName, apiKey: string): void {
    this.local.worked(provider, apiKey);
  }

  /** This process knows already; that the others learn of it must not cost the turn its answer. */
  private async write(work: (rows: KeyStateRepository) => Promise<void>): Promise<void> {
    try {
      await this.database.asPlatform('keys of providers serve every org', async (tx: PlatformTransaction) => {
        await work(new KeyStateRepository(tx, this.clock));
        await this.changes.announce(tx, 'keys');
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'the other workers could not be told of the state of a key');
    }
  }
}
