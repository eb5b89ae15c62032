import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContactDataParts } from '#identity';
import { Changes } from '#queue';
import { ToolCacheEntry } from './cache/tool-cache.entity.ts';
import { ExecutorModule } from './executor/executor.module.ts';
import { ToolCall } from './executor/tool-call.entity.ts';
import { ToolEffect } from './executor/tool-effect.entity.ts';
import { ExampleContactData } from './overrides/example-contact-data.repository.ts';
import { PackContactData } from './pack-contact-data.ts';
import type { Pack } from '#pack-kit';
import { FeatureRequest } from './requests/feature-request.entity.ts';
import { FeatureRequestOccurrence } from './requests/feature-request-occurrence.entity.ts';
import { ToolRegistry } from './registry.ts';
import { ToolMetadataModule } from './tool-metadata.module.ts';

const entities = [ToolCall, ToolEffect, ToolCacheEntry, FeatureRequest, FeatureRequestOccurrence];

const CONTACT_DATA = Symbol('ToolContactData');

/** The registry of the installed packs with the overrides applied, and the executor of their tools. */
@Global()
@Module({})
export class ToolsModule {
  static forPacks(packs: Pack[]): DynamicModule {
    const packEntities = packs.flatMap((pack) => pack.entities ?? []);
    return {
      module: ToolsModule,
      imports: [
        TypeOrmModule.forFeature([...entities, ...(packEntities as (new () => object)[])]),
        ToolMetadataModule.forPacks(packs),
        ExecutorModule,
      ],
      providers: [
        {
          provide: CONTACT_DATA,
          inject: [ContactDataParts, ToolRegistry, Changes],
          useFactory: (contactData: ContactDataParts, registry: ToolRegistry, changes: Changes) => {
            contactData.register(new ExampleContactData(registry, changes));
            for (const pack of packs) contactData.register(new PackContactData(pack));
          },
        },
      ],
      exports: [ToolMetadataModule, ExecutorModule],
    };
  }
}
