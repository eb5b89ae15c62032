import { ArtifactService, FileService } from '#artifacts';
import { CLOCK } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { InsightService } from '#memory';
import { ModelCalls, ModelRegistry, ModelTasks } from '#models';
import { Mail, OutboundHttp } from '#outbound';
import { ToolRegistry } from '#tools';
import { portsProvider } from '../ports-provider.ts';
import { OutsideCallers } from './outside-callers.ts';

/** Needs `MemoryModule` and `ArtifactsModule`, and the tools, the models and outbound beside it. */
export const outsideCallers = portsProvider(OutsideCallers, {
  database: Database,
  clock: CLOCK,
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
});
