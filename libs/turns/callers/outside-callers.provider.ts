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

/** The services of a tool caller, in and outside of turns. They need `MemoryModule` and `ArtifactsModule`. */
export const callerPorts = {
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
};

export const outsideCallers = portsProvider(OutsideCallers, callerPorts);
