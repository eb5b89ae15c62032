import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Changes } from '#queue';
import type { ModelObstacle } from '../language-model.ts';
import { ModelCooldownRepository } from './model-cooldown.repository.ts';
import { LocalModelCooldowns, type ModelCooldowns, type CoolingModel } from './model-cooldowns.ts';
import type { AskedModel, OwnKeys } from './model-ways.ts';
import { OrgCatalogues } from '../orgs/org-catalogues.ts';

/** Models that their provider does not know, as all workers know them: each process writes what it finds out as rows. */
@Injectable()
export class StoredModelCooldowns implements ModelCooldowns {
  private readonly local: LocalModelCooldowns;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
    @Inject(OrgCatalogues) orgs: { hasOwnKeys: OwnKeys },
  ) {
    this.local = new LocalModelCooldowns(orgs.hasOwnKeys);
  }

  /** Takes over what other processes find out, within 2 s. @returns the end of it. */
  follow(): () => void {
    return this.changes.subscribe('model_cooldowns', () => this.refresh());
  }

  async refresh(): Promise<void> {
    const readMs = this.local.now();
    const rows = await this.database.asPlatform('models rest for every worker', (tx) =>
      new ModelCooldownRepository(tx, this.clock).current(),
    );
    this.local.replaceAll(rows, readMs);
  }

  obstacle(asked: AskedModel, orgId?: string): ModelObstacle | undefined {
    return this.local.obstacle(asked, orgId);
  }

  placeOf(asked: AskedModel, orgId?: string): CoolingModel {
    return this.local.placeOf(asked, orgId);
  }

  async rest(rested: CoolingModel): Promise<void> {
    if (this.local.cooldownMs(rested) > 0) return;
    const forMs = this.local.nextCooldownMs(rested);
    this.local.set(rested, forMs);
    this.logger.warn({ ...rested, forMs }, 'a model is not known to its provider and is left alone');
    await this.write((rows) => rows.rest(rested, forMs));
    this.local.stored(rested);
  }

  async answered(rested: CoolingModel): Promise<void> {
    if (this.local.forget(rested)) await this.write((rows) => rows.forget(rested.place, rested.model));
  }

  /** This process knows already; that the others learn of it must not cost the turn its answer. */
  private async write(work: (rows: ModelCooldownRepository) => Promise<unknown>): Promise<void> {
    try {
      await this.database.asPlatform('models rest for every worker', async (tx) => {
        await work(new ModelCooldownRepository(tx, this.clock));
        await this.changes.announce(tx, 'model_cooldowns');
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'the other workers could not be told of the state of a model');
    }
  }
}
