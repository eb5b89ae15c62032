import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ToolDefinitionRow } from './definitions/tool-definition.entity.ts';
import { ToolCall } from './executor/tool-call.entity.ts';
import { ToolEffect } from './executor/tool-effect.entity.ts';
import { ToolExecutor } from './executor/tool-executor.ts';
import { ToolOverrideRow } from './overrides/tool-override.entity.ts';
import type { Pack } from './pack.ts';
import { FeatureRequest } from './requests/feature-request.entity.ts';
import { FeatureRequestOccurrence } from './requests/feature-request-occurrence.entity.ts';
import { platformTools } from './platform/index.ts';
import { ToolRegistry } from './registry.ts';

/** The registry of the installed packs, and the executor of their tools. */
@Global()
@Module({})
export class ToolsModule {
  static forPacks(packs: Pack[]): DynamicModule {
    const packEntities = packs.flatMap((pack) => pack.entities ?? []);
    return {
      module: ToolsModule,
      imports: [
        TypeOrmModule.forFeature([
          ToolCall,
          ToolEffect,
          ToolOverrideRow,
          ToolDefinitionRow,
          FeatureRequest,
          FeatureRequestOccurrence,
          ...(packEntities as (new () => object)[]),
        ]),
      ],
      providers: [
        { provide: ToolRegistry, useFactory: () => new ToolRegistry(packs, platformTools) },
        {
          provide: ToolExecutor,
          inject: [ToolRegistry, Database, CLOCK],
          useFactory: (registry: ToolRegistry, database: Database, clock: Clock) =>
            new ToolExecutor(registry, database, clock),
        },
      ],
      exports: [ToolRegistry, ToolExecutor],
    };
  }
}
