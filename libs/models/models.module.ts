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
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { Changes } from '#queue';
import { Budget, BudgetReservation, ModelUsage } from './budgets/budget.entities.ts';
import { Budgets, budgetsOf } from './budgets/budgets.ts';
import { ModelBreakers } from './calls/model-breakers.ts';
import { ModelCalls } from './calls/model-calls.ts';
import { ProviderKeyState } from './keys/provider-key-state.entity.ts';
import { StoredKeyStates } from './keys/stored-key-states.ts';
import { LanguageModels } from './language-models.ts';
import { ModelRouter } from './model-router.ts';
import { ModelTasks } from './model-tasks.ts';
import type { OfflineHints } from './offline/hints.ts';
import { configuredProviders } from './providers/configured-providers.ts';
import { ModelRegistry, withOwnNames } from './registry.ts';
import { loadTokenizer } from './tokens.ts';

/** Injection token of what packs supply for the offline model. */
export const OFFLINE_HINTS = Symbol('OfflineHints');

export interface ModelsModuleOptions {
  /** Modules that export what the factory of the hints asks for. */
  imports?: ModuleMetadata['imports'];
  inject?: (InjectionToken | OptionalFactoryDependency)[];
  /** Makes the hints for the offline model, usually of the tool registry. */
  hints: (...dependencies: never[]) => OfflineHints | Promise<OfflineHints>;
}

/** Models, their choice and model tasks. */
@Global()
@Module({})
export class ModelsModule implements OnModuleInit, BeforeApplicationShutdown {
  private endSubscription: (() => void) | undefined;

  static forRoot({ imports = [], inject = [], hints }: ModelsModuleOptions): DynamicModule {
    return {
      module: ModelsModule,
      imports: [
        ...imports,
        TypeOrmModule.forFeature([ProviderKeyState, Budget, BudgetReservation, ModelUsage]),
      ],
      providers: [
        { provide: OFFLINE_HINTS, inject, useFactory: hints },
        {
          provide: ModelRegistry,
          inject: [CONFIG],
          useFactory: ({ environment }: Config) =>
            new ModelRegistry(withOwnNames('openai', environment.OPENAI_MODELS)),
        },
        {
          provide: StoredKeyStates,
          inject: [Database, CLOCK, Changes, PinoLogger],
          useFactory: (database: Database, clock: Clock, changes: Changes, logger: PinoLogger) =>
            new StoredKeyStates(database, clock, changes, logger),
        },
        {
          provide: LanguageModels,
          inject: [CONFIG, CLOCK, OFFLINE_HINTS, StoredKeyStates],
          useFactory: (
            { environment }: Config,
            clock: Clock,
            hints: OfflineHints,
            keyStates: StoredKeyStates,
          ) => new LanguageModels(configuredProviders(environment, hints, { clock, keyStates })),
        },
        { provide: ModelBreakers, useFactory: () => new ModelBreakers() },
        {
          provide: ModelRouter,
          inject: [CONFIG, LanguageModels, ModelRegistry, ModelBreakers],
          useFactory: (
            { environment }: Config,
            models: LanguageModels,
            registry: ModelRegistry,
            breakers: ModelBreakers,
          ) =>
            new ModelRouter({
              registry,
              configured: models.configured,
              only: environment.MODEL_PROVIDER,
              obstacleOf: (model) => models.obstacle(model) ?? breakers.obstacle(model),
            }),
        },
        {
          provide: Budgets,
          inject: [Database, CLOCK, OrgService],
          useFactory: budgetsOf,
        },
        {
          provide: ModelCalls,
          inject: [LanguageModels, ModelRegistry, ModelBreakers, Budgets],
          useFactory: (
            models: LanguageModels,
            registry: ModelRegistry,
            breakers: ModelBreakers,
            budgets: Budgets,
          ) => new ModelCalls(models, registry, breakers, budgets),
        },
        {
          provide: ModelTasks,
          inject: [ModelRouter, ModelCalls],
          useFactory: (router: ModelRouter, calls: ModelCalls) => new ModelTasks(router, calls),
        },
      ],
      exports: [OFFLINE_HINTS, ModelRegistry, LanguageModels, ModelRouter, ModelCalls, ModelTasks, Budgets],
    };
  }

  constructor(private readonly keyStates: StoredKeyStates) {}

  onModuleInit(): void {
    this.endSubscription = this.keyStates.follow();
  }

  /** Before the pool is closed, which happens in a later phase. */
  beforeApplicationShutdown(): void {
    this.endSubscription?.();
  }

  onApplicationBootstrap(): void {
    // In the background; a count that comes earlier waits for the same load.
    void loadTokenizer();
  }
}
