import {
  Global,
  Module,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { AuditLog } from '#identity';
import { Changes } from '#queue';
import { ToolCacheEntry } from './cache/tool-cache.entity.ts';
import { ToolDefinitionRow } from './definitions/tool-definition.entity.ts';
import { ToolDefinitionRepository } from './definitions/tool-definition.repository.ts';
import { ToolDefinitions } from './definitions/tool-definitions.service.ts';
import { ExecutorModule } from './executor/executor.module.ts';
import { ToolCall } from './executor/tool-call.entity.ts';
import { ToolEffect } from './executor/tool-effect.entity.ts';
import { LiveTools } from './live-tools.ts';
import { ToolOverrideRow } from './overrides/tool-override.entity.ts';
import { ToolOverrideRepository } from './overrides/tool-override.repository.ts';
import { ToolOverrides } from './overrides/tool-overrides.service.ts';
import type { Pack } from './pack.ts';
import { FeatureRequest } from './requests/feature-request.entity.ts';
import { FeatureRequestOccurrence } from './requests/feature-request-occurrence.entity.ts';
import { platformTools } from './platform/index.ts';
import { ToolRegistry } from './registry.ts';

const entities = [
  ToolCall,
  ToolEffect,
  ToolCacheEntry,
  ToolOverrideRow,
  ToolDefinitionRow,
  FeatureRequest,
  FeatureRequestOccurrence,
];

const metadataProviders: Provider[] = [
  {
    provide: ToolOverrideRepository,
    inject: [CLOCK],
    useFactory: (clock: Clock) => new ToolOverrideRepository(clock),
  },
  {
    provide: ToolDefinitionRepository,
    inject: [CLOCK],
    useFactory: (clock: Clock) => new ToolDefinitionRepository(clock),
  },
  {
    provide: ToolOverrides,
    inject: [ToolRegistry, Database, ToolOverrideRepository, AuditLog, Changes],
    useFactory: (...parts: ConstructorParameters<typeof ToolOverrides>) => new ToolOverrides(...parts),
  },
  {
    provide: ToolDefinitions,
    inject: [Database, CLOCK, ToolDefinitionRepository, AuditLog, Changes],
    useFactory: (...parts: ConstructorParameters<typeof ToolDefinitions>) => new ToolDefinitions(...parts),
  },
  {
    provide: LiveTools,
    inject: [
      ToolRegistry,
      Database,
      ToolOverrideRepository,
      ToolDefinitionRepository,
      ToolDefinitions,
      Changes,
    ],
    useFactory: (...parts: ConstructorParameters<typeof LiveTools>) => new LiveTools(...parts),
  },
];

/** The registry of the installed packs with the edits laid over it, and the executor of their tools. */
@Global()
@Module({})
export class ToolsModule implements OnModuleInit, OnModuleDestroy {
  static forPacks(packs: Pack[]): DynamicModule {
    const packEntities = packs.flatMap((pack) => pack.entities ?? []);
    return {
      module: ToolsModule,
      imports: [
        TypeOrmModule.forFeature([...entities, ...(packEntities as (new () => object)[])]),
        ExecutorModule,
      ],
      providers: [
        { provide: ToolRegistry, useFactory: () => new ToolRegistry(packs, platformTools) },
        ...metadataProviders,
      ],
      exports: [ToolRegistry, ExecutorModule, ToolOverrides, ToolDefinitions],
    };
  }

  constructor(private readonly live: LiveTools) {}

  /** Before the first message is taken in and the first turn runs. */
  async onModuleInit(): Promise<void> {
    await this.live.start();
  }

  onModuleDestroy(): void {
    this.live.stop();
  }
}
