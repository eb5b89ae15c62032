import { Global, Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { AuditLog, SecretBox } from '#identity';
import { OutboundHttp } from '#outbound';
import { Changes } from '#queue';
import { CircuitRepository } from './calls/circuit.repository.ts';
import type { ModelTier } from './language-model.ts';
import { ModelAccountsModule } from './model-accounts.module.ts';
import { ModelChoices } from './orgs/model-choices.ts';
import { OrgModelsRepository } from './orgs/org-models.repository.ts';
import { OrgModels } from './orgs/org-models.service.ts';
import { OwnModelCheck } from './orgs/own-model-check.ts';
import { withOwnNames } from './known-models.ts';
import { ModelRegistry } from './registry.ts';

export interface ModelsAdminOptions {
  inject: InjectionToken[];
  /** Names every task type with its tier. */
  taskTiers: (...dependencies: never[]) => Readonly<Record<string, ModelTier>>;
}

const TIERS = Symbol('TaskTiers');

/** What the console needs of models: those of the deployment and of orgs, keys, circuits, budgets, embeddings. Asks no other model. */
@Global()
@Module({})
export class ModelsAdminModule {
  static forRoot({ inject, taskTiers }: ModelsAdminOptions): DynamicModule {
    return {
      module: ModelsAdminModule,
      imports: [ModelAccountsModule],
      providers: [
        { provide: TIERS, inject, useFactory: taskTiers },
        {
          provide: ModelRegistry,
          inject: [CONFIG, CLOCK],
          useFactory: ({ environment }: Config, clock: Clock) =>
            new ModelRegistry(withOwnNames('openai', environment.OPENAI_MODELS), undefined, clock),
        },
        {
          provide: ModelChoices,
          inject: [Database, CLOCK, ModelRegistry, CONFIG],
          useFactory: (database: Database, clock: Clock, registry: ModelRegistry, { environment }: Config) =>
            new ModelChoices({
              database,
              repository: new OrgModelsRepository(clock),
              registry,
              environment,
            }),
        },
        {
          provide: CircuitRepository,
          inject: [CLOCK],
          useFactory: (clock: Clock) => new CircuitRepository(clock),
        },
        {
          provide: OwnModelCheck,
          inject: [OutboundHttp],
          useFactory: (http: OutboundHttp) => new OwnModelCheck(http),
        },
        {
          provide: OrgModels,
          inject: [Database, CLOCK, AuditLog, Changes, SecretBox, OutboundHttp, ModelRegistry, TIERS],
          useFactory: (
            database: Database,
            clock: Clock,
            audit: AuditLog,
            changes: Changes,
            sealer: SecretBox,
            http: OutboundHttp,
            registry: ModelRegistry,
            tiers: Readonly<Record<string, ModelTier>>,
          ) =>
            new OrgModels({
              database,
              repository: new OrgModelsRepository(clock),
              clock,
              audit,
              changes,
              sealer,
              guard: http.guard,
              registry,
              taskTiers: tiers,
            }),
        },
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
