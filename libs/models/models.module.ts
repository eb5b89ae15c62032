import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type InjectionToken,
  type ModuleMetadata,
  type OnModuleInit,
  type OptionalFactoryDependency,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { Flags } from '#flags';
import { Changes } from '#queue';
import { observeModelCircuits } from '#telemetry';
import { Budgets } from './budgets/budgets.ts';
import { CircuitReports } from './calls/circuit-reports.ts';
import { ModelBreakers } from './calls/model-breakers.ts';
import { ModelCalls } from './calls/model-calls.ts';
import type { OwnKeys } from './calls/model-ways.ts';
import { StoredModelRests } from './calls/stored-model-rests.ts';
import { StoredKeyStates } from './keys/stored-key-states.ts';
import type { ModelTier, StandIn } from './language-model.ts';
import { LanguageModels } from './language-models.ts';
import { ModelAccountsModule } from './model-accounts.module.ts';
import { ModelRouter } from './model-router.ts';
import { ModelTasks } from './model-tasks.ts';
import { LearnedOutputs } from './orgs/learned-outputs.ts';
import { OrgCatalogues } from './orgs/org-catalogues.ts';
import { configuredProviders } from './providers/configured-providers.ts';
import { withOwnNames } from './known-models.ts';
import { ModelRegistry } from './registry.ts';

/** Injection token of {@link StandIn}. */
export const STAND_IN = Symbol('StandIn');

/** Injection token of the tiers of the task types that packs have added. */
export const TASK_TYPE_TIERS = Symbol('TaskTypeTiers');

export interface ModelsModuleOptions {
  /** As which this process is known in the console: `worker`, `api` or `mcp`. */
  app: string;
  /** Modules that export what the factory of the stand-in asks for. */
  imports?: ModuleMetadata['imports'];
  inject?: (InjectionToken | OptionalFactoryDependency)[];
  /** Makes what answers where no provider has a key, usually of the tool registry. */
  standIn: (...dependencies: never[]) => StandIn;
  /** Names the task types that packs have added, with their tiers; asked with the same dependencies. */
  taskTiers?: (...dependencies: never[]) => Readonly<Record<string, ModelTier>>;
}

function ownKeysOf(orgs: OrgCatalogues): OwnKeys {
  return (orgId, provider) => orgs.of(orgId)?.providers.has(provider) ?? false;
}

/** Models, their choice and model tasks. Its process has the flags of `FlagsModule`. */
@Global()
@Module({})
export class ModelsModule implements OnModuleInit, BeforeApplicationShutdown {
  static forRoot({ app, imports = [], inject = [], standIn, taskTiers }: ModelsModuleOptions): DynamicModule {
    return {
      module: ModelsModule,
      imports: [...imports, ModelAccountsModule],
      providers: [
        { provide: STAND_IN, inject, useFactory: standIn },
        { provide: TASK_TYPE_TIERS, inject, useFactory: taskTiers ?? (() => ({})) },
        {
          provide: ModelRegistry,
          inject: [CONFIG, OrgCatalogues, CLOCK],
          useFactory: ({ environment }: Config, orgs: OrgCatalogues, clock: Clock) =>
            new ModelRegistry(withOwnNames('openai', environment.OPENAI_MODELS), orgs, clock),
        },
        {
          provide: LearnedOutputs,
          inject: [Database, PinoLogger],
          useFactory: (database: Database, logger: PinoLogger) => new LearnedOutputs(database, logger),
        },
        {
          provide: CircuitReports,
          inject: [Database, CLOCK, ModelBreakers, PinoLogger],
          useFactory: (database: Database, clock: Clock, breakers: ModelBreakers, logger: PinoLogger) =>
            new CircuitReports(database, clock, breakers, logger, app),
        },
        {
          provide: LanguageModels,
          inject: [CONFIG, CLOCK, STAND_IN, StoredKeyStates, OrgCatalogues],
          useFactory: (
            { environment }: Config,
            clock: Clock,
            standIn: StandIn,
            keyStates: StoredKeyStates,
            orgs: OrgCatalogues,
          ) =>
            new LanguageModels(configuredProviders(environment, standIn.model, { clock, keyStates }), orgs),
        },
        {
          provide: ModelBreakers,
          inject: [CLOCK, OrgCatalogues],
          useFactory: (clock: Clock, orgs: OrgCatalogues) =>
            new ModelBreakers(undefined, undefined, clock, ownKeysOf(orgs)),
        },
        {
          provide: StoredModelRests,
          inject: [Database, CLOCK, Changes, PinoLogger, OrgCatalogues],
          useFactory: (
            database: Database,
            clock: Clock,
            changes: Changes,
            logger: PinoLogger,
            orgs: OrgCatalogues,
          ) => new StoredModelRests(database, clock, changes, logger, ownKeysOf(orgs)),
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
            StoredModelRests,
            TASK_TYPE_TIERS,
          ],
          useFactory: (
            { environment }: Config,
            models: LanguageModels,
            registry: ModelRegistry,
            breakers: ModelBreakers,
            orgs: OrgCatalogues,
            learned: LearnedOutputs,
            rests: StoredModelRests,
            tiers: Readonly<Record<string, ModelTier>>,
          ) =>
            new ModelRouter({
              registry,
              configured: models.configured,
              only: environment.MODEL_PROVIDER,
              obstacleOf: (model, orgId) =>
                models.obstacle(model, orgId) ??
                breakers.obstacle(model, orgId) ??
                rests.obstacle(model, orgId),
              orgs,
              taskTiers: tiers,
              expectedOutputTokens: (orgId, taskType) => learned.expected(orgId, taskType),
            }),
        },
        {
          provide: ModelCalls,
          inject: [LanguageModels, ModelRegistry, ModelBreakers, Budgets, LearnedOutputs, StoredModelRests],
          useFactory: (...parts: ConstructorParameters<typeof ModelCalls>) => new ModelCalls(...parts),
        },
        {
          provide: ModelTasks,
          inject: [ModelRouter, ModelCalls, STAND_IN, Budgets, Flags],
          useFactory: (
            router: ModelRouter,
            calls: ModelCalls,
            { rules }: StandIn,
            budgets: Budgets,
            flags: Flags,
          ) => new ModelTasks(router, calls, budgets, flags, rules),
        },
      ],
      exports: [ModelAccountsModule, ModelRegistry, LanguageModels, ModelRouter, ModelCalls, ModelTasks],
    };
  }

  private endOfRests: (() => void) | undefined;
  private readonly stopObserving: () => void;

  constructor(
    private readonly learned: LearnedOutputs,
    private readonly circuits: CircuitReports,
    private readonly rests: StoredModelRests,
    breakers: ModelBreakers,
  ) {
    this.stopObserving = observeModelCircuits(() => breakers.states());
  }

  onModuleInit(): void {
    this.learned.start();
    this.circuits.start();
    this.endOfRests = this.rests.follow();
  }

  /** Before the pool is closed, which happens in a later phase. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopObserving();
    this.endOfRests?.();
    await this.learned.close();
    await this.circuits.close();
  }
}
