import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { CircuitRepository } from './calls/circuit.repository.ts';
import type { ModelTier } from './language-model.ts';
import { ModelAccountsModule } from './model-accounts.module.ts';
import { ModelChoices } from './orgs/model-choices.ts';
import { OrgModels, TASK_TIERS } from './orgs/org-models.service.ts';
import { OwnModelCheck } from './orgs/own-model-check.ts';
import { deploymentModels } from './known-models.ts';
import { ModelRegistry } from './registry.ts';

export interface ModelsAdminOptions {
  /** The tier of every task type. */
  taskTiers: Readonly<Record<string, ModelTier>>;
}

/**
 * Models for the console: the deployment's and the orgs' models, keys, circuits, budgets and embeddings. Calls no
 * model except embeddings.
 */
@Global()
@Module({})
export class ModelsAdminModule {
  static forRoot({ taskTiers }: ModelsAdminOptions): DynamicModule {
    return {
      module: ModelsAdminModule,
      imports: [ModelAccountsModule],
      providers: [
        { provide: TASK_TIERS, useValue: taskTiers },
        {
          provide: ModelRegistry,
          inject: [CONFIG, CLOCK],
          useFactory: ({ environment }: Config, clock: Clock) =>
            new ModelRegistry(deploymentModels(environment), undefined, clock),
        },
        ModelChoices,
        CircuitRepository,
        OwnModelCheck,
        OrgModels,
      ],
      exports: [
        ModelAccountsModule,
        ModelRegistry,
        CircuitRepository,
        OrgModels,
        ModelChoices,
        OwnModelCheck,
      ],
    };
  }
}
