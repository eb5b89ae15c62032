import { Inject, Module, type DynamicModule, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { CLOCK, variablesNamed, type Clock } from '#config';
import { Database } from '#database';
import { SecretBox } from '#identity';
import { OutboundHttp } from '#outbound';
import { Changes } from '#queue';
import { observeMcpServers } from '#telemetry';
import { ToolDefinitions, ToolRegistry } from '#tools';
import { KnownServerTools } from './known-server-tools.ts';
import { McpClients, type McpClientApp } from './mcp-clients.ts';
import { McpServerState } from './mcp-server-state.entity.ts';
import { McpServerRow } from './mcp-server.entity.ts';
import { McpServerRepository } from './mcp-server.repository.ts';
import { OrgServers } from './org-servers.service.ts';

/** Connections to the MCP servers of packs and orgs. Used by workers, by the api for `/mcp`, and by the stdio server. */
@Module({})
export class McpClientModule implements OnModuleInit, OnModuleDestroy {
  private stopObserving: (() => void) | undefined;

  static forApp(app: McpClientApp): DynamicModule {
    return {
      module: McpClientModule,
      imports: [TypeOrmModule.forFeature([McpServerRow, McpServerState])],
      providers: [
        McpServerRepository,
        {
          provide: McpClients,
          inject: [
            ToolRegistry,
            ToolDefinitions,
            Database,
            McpServerRepository,
            Changes,
            CLOCK,
            OutboundHttp,
            SecretBox,
            PinoLogger,
          ],
          useFactory: (
            registry: ToolRegistry,
            definitions: ToolDefinitions,
            database: Database,
            servers: McpServerRepository,
            changes: Changes,
            clock: Clock,
            http: OutboundHttp,
            sealer: SecretBox,
            logger: PinoLogger,
          ) =>
            new McpClients({
              registry,
              definitions,
              database,
              repository: servers,
              changes,
              clock,
              http,
              variables: (names) => variablesNamed(names),
              sealer,
              logger,
              app,
            }),
        },
      ],
    };
  }

  constructor(@Inject(McpClients) private readonly clients: McpClients) {}

  async onModuleInit(): Promise<void> {
    this.stopObserving = observeMcpServers(() => this.clients.states());
    await this.clients.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopObserving?.();
    await this.clients.close();
  }
}

/** MCP servers for the console: the org servers and the tools that other processes report. It connects to no server. */
@Module({
  imports: [TypeOrmModule.forFeature([McpServerRow, McpServerState])],
  providers: [McpServerRepository, OrgServers, KnownServerTools],
  exports: [OrgServers],
})
export class McpServersAdminModule implements OnModuleInit, OnModuleDestroy {
  constructor(@Inject(KnownServerTools) private readonly known: KnownServerTools) {}

  async onModuleInit(): Promise<void> {
    await this.known.start();
  }

  onModuleDestroy(): void {
    this.known.stop();
  }
}
