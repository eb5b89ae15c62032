import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Changes } from '#queue';
import type { ModelObstacle } from '../language-model.ts';
import { ModelCooldownRepository } from './model-cooldown.repository.ts';
import { LocalModelCooldowns, type ModelCooldowns, type CoolingModel } from './model-cooldowns.ts';
import type { ModelTarget, HasOwnKeys } from './account-owner.ts';
import { OrgCatalogues } from '../orgs/org-catalogues.ts';

/** Model cooldowns shared by all workers: each process stores the cooldowns it starts. */
@Injectable()
export class StoredModelCooldowns implements ModelCooldowns {
  private readonly local: LocalModelCooldowns;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
    @Inject(OrgCatalogues) orgs: { hasOwnKeys: HasOwnKeys },
  ) {
    this.local = new LocalModelCooldowns(orgs.hasOwnKeys);
  }

  /**
   * Subscribes to the cooldowns of other processes, which arrive within 2 s. @returns a function that unsubscribes.
   */
  follow(): () => void {
    return this.changes.subscribe('model_cooldowns', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const readMs = this.local.now();
    const rows = await this.database.asPlatform('cooldowns of models apply to every worker', (tx) =>
      new ModelCooldownRepository(tx, this.clock).current(),
    );
    this.local.replaceAll(rows, readMs);
  }

  obstacle(target: ModelTarget, orgId?: string): ModelObstacle | undefined {
    return this.local.obstacle(target, orgId);
  }

  placeOf(target: ModelTarget, orgId?: string): CoolingModel {
    return this.local.placeOf(target, orgId);
  }

  async startCooldown(cooling: CoolingModel): Promise<void> {
    if (this.local.cooldownMs(cooling) > 0) return;
    const forMs = this.local.nextCooldownMs(cooling);
    this.local.set(cooling, forMs);
    this.logger.warn({ ...cooling, forMs }, 'the provider does not know the model; cooldown started');
    await this.write((rows) => rows.startCooldown(cooling, forMs));
    this.local.stored(cooling);
  }

  async answered(cooling: CoolingModel): Promise<void> {
    if (this.local.forget(cooling)) await this.write((rows) => rows.forget(cooling.place, cooling.model));
  }

  /** Failures are only logged: this process already knows the cooldown, and sharing it must not fail the turn. */
  private async write(work: (rows: ModelCooldownRepository) => Promise<unknown>): Promise<void> {
    try {
      await this.database.asPlatform('cooldowns of models apply to every worker', async (tx) => {
        await work(new ModelCooldownRepository(tx, this.clock));
        await this.changes.announce(tx, 'model_cooldowns');
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'the cooldown of a model could not be shared with other workers');
    }
  }
}
