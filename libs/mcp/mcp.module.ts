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
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Changes } from '#queue';
import { ToolExecutor, ToolRegistry } from '#tools';
import { McpHttp } from './http/mcp-http.ts';
import { McpInboxMessage } from './http/mcp-inbox.entity.ts';
import { McpSession } from './http/mcp-session.entity.ts';
import { McpSessionRepository } from './http/mcp-session.repository.ts';
import { ModernEndpoints } from './http/modern-endpoints.ts';
import { SessionStreams } from './http/session-stream.ts';
import { StreamMarkRepository } from './http/stream-mark.repository.ts';
import type { McpCallers } from './server/mcp-connection.ts';
import { McpServers } from './server/mcp-servers.ts';
import type { ToolFinder } from './server/tool-discovery.ts';

/** Injection token of the {@link McpCallers}. */
export const MCP_CALLERS = Symbol('McpCallers');
const FINDER = Symbol('ToolFinder');

export interface McpServerModuleOptions {
  imports: NonNullable<ModuleMetadata['imports']>;
  /** Makes the callers of tools. */
  callers: { inject: InjectionToken[]; useFactory: (...parts: never[]) => McpCallers };
  finder: { inject: InjectionToken[]; useFactory: (...parts: never[]) => ToolFinder };
}

/** The MCP server: what stdio and HTTP serve. */
@Module({})
export class McpServerModule implements OnModuleInit, OnModuleDestroy {
  static forRoot({ imports, callers, finder }: McpServerModuleOptions): DynamicModule {
    return {
      module: McpServerModule,
      imports: [TypeOrmModule.forFeature([McpSession, McpInboxMessage]), ...imports],
      providers: [
        { provide: MCP_CALLERS, ...callers },
        { provide: FINDER, ...finder },
        {
          provide: McpServers,
          inject: [ToolRegistry, ToolExecutor, FINDER, PinoLogger, Database],
          useFactory: (
            registry: ToolRegistry,
            executor: ToolExecutor,
            found: ToolFinder,
            logger: PinoLogger,
            database: Database,
          ) => new McpServers({ registry, executor, finder: found, logger }, database),
        },
        {
          provide: McpHttp,
          inject: [McpServers, MCP_CALLERS, ToolRegistry, Database, CLOCK, Changes, PinoLogger],
          useFactory: (
            servers: McpServers,
            made: McpCallers,
            registry: ToolRegistry,
            database: Database,
            clock: Clock,
            changes: Changes,
            logger: PinoLogger,
          ) =>
            new McpHttp({
              servers,
              callers: made,
              sessions: new McpSessionRepository(database, clock, changes),
              streams: new SessionStreams(
                database,
                registry,
                new StreamMarkRepository(database, clock),
                logger,
              ),
              modern: new ModernEndpoints(servers, registry, logger),
              changes,
            }),
        },
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
