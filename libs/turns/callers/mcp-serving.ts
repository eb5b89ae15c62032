import type { DynamicModule } from '@nestjs/common';
import { ArtifactsModule, ArtifactService, FileService } from '#artifacts';
import { SemanticToolIndex } from '#broker';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { OrgService } from '#identity';
import { McpServerModule } from '#mcp';
import { InsightService, MemoryModule } from '#memory';
import { Embeddings, ModelCalls, ModelRegistry, ModelTasks } from '#models';
import { Mail, OutboundHttp } from '#outbound';
import { ToolRegistry } from '#tools';
import { OutsideCallers } from './outside-callers.ts';

/** The MCP server with the callers that turns make; it needs the tools, the models and outbound beside it. */
export function mcpServing(): DynamicModule {
  return McpServerModule.forRoot({
    imports: [MemoryModule, ArtifactsModule],
    finder: {
      inject: [Embeddings],
      useFactory: (embeddings: Embeddings) => new SemanticToolIndex(embeddings),
    },
    callers: {
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
    },
  });
}
