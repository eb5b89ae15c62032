import type { DynamicModule } from '@nestjs/common';
import { LexicalToolIndex } from '#broker';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { McpServerModule } from '#mcp';
import { InsightService, MemoryModule } from '#memory';
import { ModelTasks } from '#models';
import { Mail, OutboundHttp } from '#outbound';
import { ToolRegistry } from '#tools';
import { OutsideCallers } from './outside-callers.ts';

/** The MCP server with the callers that turns make; it needs the tools, the models and outbound beside it. */
export function mcpServing(): DynamicModule {
  return McpServerModule.forRoot({
    imports: [MemoryModule],
    finder: () => new LexicalToolIndex(),
    callers: {
      inject: [Database, CLOCK, ToolRegistry, InsightService, OutboundHttp, Mail, ModelTasks, OrgService],
      useFactory: (
        database: Database,
        clock: Clock,
        registry: ToolRegistry,
        memory: InsightService,
        http: OutboundHttp,
        mail: Mail,
        tasks: ModelTasks,
        orgs: OrgService,
      ) => new OutsideCallers({ database, clock, registry, memory, http, mail, tasks, orgs }),
    },
  });
}
