import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, providerKeys, type Config } from '#config';
import { Database } from '#database';
import { keyedProviders, type ModelTier, type ProviderName } from '../language-model.ts';
import { ModelRouter, type RoutedModel } from '../model-router.ts';
import { ModelRegistry } from '../registry.ts';
import type { OrgRouting } from './org-catalogue.ts';
import { entryOfRow } from './org-catalogues.ts';
import { OrgModelsRepository } from './org-models.repository.ts';

/** A model of an org, and why turns cannot request it; null if they can. */
export interface ModelChoice extends RoutedModel {
  obstacle: string | null;
}

/**
 * The models that turns of an org can request, by the rules of the router: not switched off by the org, and with a
 * key. Cooldowns and open circuits are not considered: only workers know them, at the time of a call.
 */
@Injectable()
export class ModelChoices {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OrgModelsRepository) private readonly repository: OrgModelsRepository,
    @Inject(ModelRegistry) private readonly deployment: ModelRegistry,
    @Inject(CONFIG) private readonly config: Pick<Config, 'environment'>,
  ) {}

  async of(orgId: string): Promise<ModelChoice[]> {
    const own = await this.routingOf(orgId);
    const orgs = { of: () => own };
    const { environment } = this.config;
    const router = new ModelRouter({
      registry: new ModelRegistry(this.deployment.all(), orgs),
      configured: keyedProviders.filter((name) => providerKeys(environment, name).length > 0),
      only: environment.MODEL_PROVIDER,
      orgs,
    });
    return router.choices(orgId).map(({ missing, ...model }) => ({ ...model, obstacle: missing ?? null }));
  }

  private async routingOf(orgId: string): Promise<OrgRouting> {
    const { database, repository } = this;
    return database.forOrg(orgId, async (tx) => {
      const tiers = await repository.tiers(tx);
      const ofKind = (wanted: string) => tiers.filter(({ kind }) => kind === wanted);
      return {
        models: (await repository.models(tx)).map(entryOfRow),
        providers: new Set((await repository.keys(tx)).map(({ provider }) => provider as ProviderName)),
        modelTiers: new Map(ofKind('model').map(({ name, tier }) => [name, tier])),
        taskTiers: new Map(ofKind('task').map(({ name, tier }) => [name, tier as ModelTier])),
      };
    });
  }
}
