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

const READ_ONLY = Symbol('ReadOnly');

export interface ToolMetadataOptions {
  /** For read-only commands: loads the overrides once, does not follow changes, and records no definitions. */
  readOnly?: boolean;
}

/** The registry of the installed packs with the overrides applied. Runs no tool. */
@Global()
@Module({})
export class ToolMetadataModule implements OnModuleInit, OnModuleDestroy {
  static forPacks(packs: Pack[], { readOnly = false }: ToolMetadataOptions = {}): DynamicModule {
    return {
      module: ToolMetadataModule,
      imports: [TypeOrmModule.forFeature([ToolOverrideRow, ToolDefinitionRow])],
      providers: [
        { provide: ToolRegistry, useFactory: () => new ToolRegistry(packs, platformTools) },
        { provide: READ_ONLY, useValue: readOnly },
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
    @Inject(READ_ONLY) private readonly readOnly: boolean,
  ) {}

  /** Nest awaits this hook before the process accepts a message or runs a turn. */
  async onModuleInit(): Promise<void> {
    if (this.readOnly) await this.live.refresh();
    else await this.live.start();
  }

  onModuleDestroy(): void {
    this.live.stop();
  }
}
