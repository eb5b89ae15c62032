import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type InjectionToken,
  type OnModuleInit,
  type OptionalFactoryDependency,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { Changes } from '#queue';
import { observeModelCircuits } from '#telemetry';
import { APP_NAME, CircuitReports } from './calls/circuit-reports.ts';
import { CircuitRepository } from './calls/circuit.repository.ts';
import { ModelBreakers } from './calls/model-breakers.ts';
import { ModelCalls } from './calls/model-calls.ts';
import { ModelCooldowns } from './calls/model-cooldowns.ts';
import { MODEL_COOLDOWNS } from './cooldowns/cooldown.repository.ts';
import { StoredCooldowns } from './cooldowns/stored-cooldowns.ts';
import { KeyStates } from './keys/key-states.ts';
import { STAND_IN, type ModelTier, type StandIn } from './language-model.ts';
import { LanguageModels } from './language-models.ts';
import { ModelAccountsModule } from './model-accounts.module.ts';
import { ModelRouter } from './model-router.ts';
import { ModelTasks } from './model-tasks.ts';
import { LearnedOutputs } from './orgs/learned-outputs.ts';
import { OrgCatalogues } from './orgs/org-catalogues.ts';
import { configuredProviders } from './providers/configured-providers.ts';
import { deploymentModels } from './known-models.ts';
import { ModelRegistry } from './registry.ts';

/** Injection token of the tiers of the task types that packs add. */
export const TASK_TYPE_TIERS = Symbol('TaskTypeTiers');

export interface ModelsModuleOptions {
  /** Name of this process in the console: `worker`, `api` or `mcp`. */
  app: string;
  inject?: (InjectionToken | OptionalFactoryDependency)[];
  /** Creates the model used when no provider has a key, usually from the tool registry. */
  standIn: (...dependencies: never[]) => StandIn;
  /** Tiers of the task types that packs add. */
  taskTiers?: Readonly<Record<string, ModelTier>>;
}

/** Models, routing and model tasks. Requires `FlagsModule` in the same process. */
@Global()
@Module({})
export class ModelsModule implements OnModuleInit, BeforeApplicationShutdown {
  static forRoot({ app, inject = [], standIn, taskTiers = {} }: ModelsModuleOptions): DynamicModule {
    return {
      module: ModelsModule,
      imports: [ModelAccountsModule],
      providers: [
        { provide: STAND_IN, inject, useFactory: standIn },
        { provide: TASK_TYPE_TIERS, useValue: taskTiers },
        {
          provide: ModelRegistry,
          inject: [CONFIG, OrgCatalogues, CLOCK],
          useFactory: ({ environment }: Config, orgs: OrgCatalogues, clock: Clock) =>
            new ModelRegistry(deploymentModels(environment), orgs, clock),
        },
        LearnedOutputs,
        { provide: APP_NAME, useValue: app },
        CircuitRepository,
        CircuitReports,
        {
          provide: LanguageModels,
          inject: [CONFIG, CLOCK, STAND_IN, KeyStates, OrgCatalogues],
          useFactory: (
            { environment }: Config,
            clock: Clock,
            standIn: StandIn,
            keyStates: KeyStates,
            orgs: OrgCatalogues,
          ) =>
            new LanguageModels(configuredProviders(environment, standIn.model, { clock, keyStates }), orgs),
        },
        {
          provide: ModelBreakers,
          inject: [CLOCK, OrgCatalogues],
          useFactory: (clock: Clock, orgs: OrgCatalogues) =>
            new ModelBreakers(undefined, undefined, clock, orgs.hasOwnKeys),
        },
        {
          provide: ModelCooldowns,
          inject: [OrgCatalogues, Database, CLOCK, Changes, PinoLogger],
          useFactory: (
            { hasOwnKeys }: OrgCatalogues,
            database: Database,
            clock: Clock,
            changes: Changes,
            logger: PinoLogger,
          ) =>
            new ModelCooldowns(
              hasOwnKeys,
              new StoredCooldowns(MODEL_COOLDOWNS, database, clock, changes, logger),
            ),
        },
        {
          provide: ModelRouter,
          inject: [
            CONFIG,
            LanguageModels,
            ModelRegistry,
            ModelBreakers,
            OrgCatalogues,
            LearnedOutputs,
            ModelCooldowns,
            TASK_TYPE_TIERS,
          ],
          useFactory: (
            { environment }: Config,
            models: LanguageModels,
            registry: ModelRegistry,
            breakers: ModelBreakers,
            orgs: OrgCatalogues,
            learned: LearnedOutputs,
            cooldowns: ModelCooldowns,
            tiers: Readonly<Record<string, ModelTier>>,
          ) =>
            new ModelRouter({
              registry,
              configured: models.configured,
              only: environment.MODEL_PROVIDER,
              obstacleOf: (model, orgId) =>
                models.obstacle(model, orgId) ??
                breakers.obstacle(model, orgId) ??
                cooldowns.obstacle(model, orgId),
              orgs,
              taskTiers: tiers,
              expectedOutputTokens: (orgId, taskType) => learned.expected(orgId, taskType),
            }),
        },
        ModelCalls,
        ModelTasks,
      ],
      exports: [ModelAccountsModule, ModelRegistry, LanguageModels, ModelRouter, ModelCalls, ModelTasks],
    };
  }

  private stopFollowing: (() => void) | undefined;
  private readonly stopObserving: () => void;

  constructor(
    private readonly learned: LearnedOutputs,
    private readonly circuits: CircuitReports,
    private readonly cooldowns: ModelCooldowns,
    breakers: ModelBreakers,
  ) {
    this.stopObserving = observeModelCircuits(() => breakers.states());
  }

  onModuleInit(): void {
    this.learned.start();
    this.circuits.start();
    this.stopFollowing = this.cooldowns.follow();
  }

  /** Runs before the database pool is closed, which happens in a later shutdown phase. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopObserving();
    this.stopFollowing?.();
    await this.learned.close();
    await this.circuits.close();
  }
}
