import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { AuditLog, DEPLOYMENT_SETTINGS, OrgService } from '#identity';
import { Changes } from '#queue';
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

const providers: Provider[] = [
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
    provide: DeprecationReport,
    inject: [ToolRegistry, Database, CLOCK, OrgService, DEPLOYMENT_SETTINGS],
    useFactory: (...parts: ConstructorParameters<typeof DeprecationReport>) =>
      new DeprecationReport(...parts),
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
        ...providers,
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
