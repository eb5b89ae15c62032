import type { DynamicModule } from '@nestjs/common';
import { ArtifactsModule } from '#artifacts';
import { SemanticToolIndex } from '#broker';
import { McpServerModule } from '#mcp';
import { MemoryModule } from '#memory';
import { Embeddings } from '#models';
import { outsideCallers } from './outside-callers.provider.ts';

/** The MCP server with the tool callers of turns. Needs the tools, the models and outbound beside it. */
export function mcpServing(): DynamicModule {
  return McpServerModule.forRoot({
    imports: [MemoryModule, ArtifactsModule],
    finder: {
      inject: [Embeddings],
      useFactory: (embeddings: Embeddings) => new SemanticToolIndex(embeddings),
    },
    callers: { inject: outsideCallers.inject, useFactory: outsideCallers.useFactory },
  });
}
