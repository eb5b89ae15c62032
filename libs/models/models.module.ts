import {
  Global,
  Module,
  type DynamicModule,
  type InjectionToken,
  type ModuleMetadata,
  type OptionalFactoryDependency,
} from '@nestjs/common';
import { CLOCK, CONFIG, type Clock, type Config } from '#config';
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
export class ModelsModule {
  static forRoot({ imports = [], inject = [], hints }: ModelsModuleOptions): DynamicModule {
    return {
      module: ModelsModule,
      imports,
      providers: [
        { provide: OFFLINE_HINTS, inject, useFactory: hints },
        {
          provide: ModelRegistry,
          inject: [CONFIG],
          useFactory: ({ environment }: Config) =>
            new ModelRegistry(withOwnNames('openai', environment.OPENAI_MODELS)),
        },
        {
          provide: LanguageModels,
          inject: [CONFIG, CLOCK, OFFLINE_HINTS],
          useFactory: ({ environment }: Config, clock: Clock, hints: OfflineHints) =>
            new LanguageModels(configuredProviders(environment, hints, { clock })),
        },
        {
          provide: ModelRouter,
          inject: [CONFIG, LanguageModels, ModelRegistry],
          useFactory: ({ environment }: Config, models: LanguageModels, registry: ModelRegistry) =>
            new ModelRouter({ registry, configured: models.configured, only: environment.MODEL_PROVIDER }),
        },
        {
          provide: ModelTasks,
          inject: [ModelRouter, LanguageModels, ModelRegistry],
          useFactory: (router: ModelRouter, models: LanguageModels, registry: ModelRegistry) =>
            new ModelTasks(router, models, registry),
        },
      ],
      exports: [OFFLINE_HINTS, ModelRegistry, LanguageModels, ModelRouter, ModelTasks],
    };
  }

  onApplicationBootstrap(): void {
    // In the background; a count that comes earlier waits for the same load.
    void loadTokenizer();
  }
}
