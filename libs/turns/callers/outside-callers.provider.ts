import type { FactoryProvider } from '@nestjs/common';
import { ArtifactService, FileService } from '#artifacts';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { InsightService } from '#memory';
import { ModelCalls, ModelRegistry, ModelTasks } from '#models';
import { Mail, OutboundHttp } from '#outbound';
import { ToolRegistry } from '#tools';
import { OutsideCallers } from './outside-callers.ts';

/** It needs `MemoryModule` and `ArtifactsModule`, and the tools, the models and outbound beside it. */
export const outsideCallers = {
  inject: [
    Database,
    CLOCK,
    ToolRegistry,
    InsightService,
    ArtifactService,
    OutboundHttp,
    Mail,
    ModelTasks,
    OrgService,
    FileService,
    ModelCalls,
    ModelRegistry,
  ],
  useFactory: (
    database: Database,
    clock: Clock,
    registry: ToolRegistry,
    memory: InsightService,
    artifacts: ArtifactService,
    http: OutboundHttp,
    mail: Mail,
    tasks: ModelTasks,
    orgs: OrgService,
    files: FileService,
    calls: ModelCalls,
    modelRegistry: ModelRegistry,
  ) =>
    new OutsideCallers({
      database,
      clock,
      registry,
      memory,
      artifacts,
      http,
      mail,
      tasks,
      orgs,
      files,
      calls,
      modelRegistry,
    }),
} satisfies Pick<FactoryProvider<OutsideCallers>, 'inject' | 'useFactory'>;
