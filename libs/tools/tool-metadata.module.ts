import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ToolDefinitionRow } from './definitions/tool-definition.entity.ts';
import { ToolDefinitionRepository } from './definitions/tool-definition.repository.ts';
import { ToolDefinitions } from './definitions/tool-definitions.service.ts';
import { DeprecationReport } from './deprecation/deprecation.read-model.ts';
import { LiveTools } from './live-tools.ts';
import { ToolOverrideRow } from './overrides/tool-override.entity.ts';
import { ToolOverrideRepository } from './overrides/tool-override.repository.ts';
import { ToolOverrides } from './overrides/tool-overrides.service.ts';
import type { Pack } from '#pack-kit';
import { platformTools } from './platform/index.ts';
import { ToolRegistry } from './registry.ts';

const ONLY_LOOKS = Symbol('OnlyLooks');

export interface ToolMetadataOptions {
  /** A command that only looks in: it says nothing of its own definitions, and loads the edits once. */
  onlyLooks?: boolean;
}

/** The registry of the installed packs, with the edits laid over it. Runs no tool. */
@Global()
@Module({})
export class ToolMetadataModule implements OnModuleInit, OnModuleDestroy {
  static forPacks(packs: Pack[], { onlyLooks = false }: ToolMetadataOptions = {}): DynamicModule {
    return {
      module: ToolMetadataModule,
      imports: [TypeOrmModule.forFeature([ToolOverrideRow, ToolDefinitionRow])],
      providers: [
        { provide: ToolRegistry, useFactory: () => new ToolRegistry(packs, platformTools) },
        { provide: ONLY_LOOKS, useValue: onlyLooks },
        ToolOverrideRepository,
        ToolDefinitionRepository,
        ToolOverrides,
        ToolDefinitions,
        DeprecationReport,
        LiveTools,
      ],
      exports: [ToolRegistry, ToolOverrides, ToolDefinitions, DeprecationReport],
    };
  }

  constructor(
    @Inject(LiveTools) private readonly live: LiveTools,
    @Inject(ONLY_LOOKS) private readonly onlyLooks: boolean,
  ) {}

  /** Before the first message is taken in and the first turn runs. */
  async onModuleInit(): Promise<void> {
    if (this.onlyLooks) await this.live.refresh();
    else await this.live.start();
  }

  onModuleDestroy(): void {
    this.live.stop();
  }
}
