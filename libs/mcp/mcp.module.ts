import {
  Inject,
  Module,
  type DynamicModule,
  type InjectionToken,
  type ModuleMetadata,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { McpHttp } from './http/mcp-http.ts';
import { McpInboxMessage } from './http/mcp-inbox.entity.ts';
import { McpSession } from './http/mcp-session.entity.ts';
import { McpSessionRepository } from './http/mcp-session.repository.ts';
import { ModernEndpoints } from './http/modern-endpoints.ts';
import { SessionStreams } from './http/session-stream.ts';
import { StreamMarkRepository } from './http/stream-mark.repository.ts';
import { MCP_CALLERS, type McpCallers } from './server/mcp-connection.ts';
import { McpServers } from './server/mcp-servers.ts';
import { TOOL_FINDER, type ToolFinder } from './server/tool-discovery.ts';

export interface McpServerModuleOptions {
  imports: NonNullable<ModuleMetadata['imports']>;
  /** Creates the tool callers. */
  callers: { inject: InjectionToken[]; useFactory: (...parts: never[]) => McpCallers };
  finder: { inject: InjectionToken[]; useFactory: (...parts: never[]) => ToolFinder };
}

/** The MCP server, for both stdio and HTTP. */
@Module({})
export class McpServerModule implements OnModuleInit, OnModuleDestroy {
  static forRoot({ imports, callers, finder }: McpServerModuleOptions): DynamicModule {
    return {
      module: McpServerModule,
      imports: [TypeOrmModule.forFeature([McpSession, McpInboxMessage]), ...imports],
      providers: [
        { provide: MCP_CALLERS, ...callers },
        { provide: TOOL_FINDER, ...finder },
        McpServers,
        McpSessionRepository,
        StreamMarkRepository,
        SessionStreams,
        ModernEndpoints,
        McpHttp,
      ],
      exports: [McpHttp, McpServers, MCP_CALLERS],
    };
  }

  constructor(@Inject(McpHttp) private readonly http: McpHttp) {}

  onModuleInit(): void {
    this.http.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.http.close();
  }
}
