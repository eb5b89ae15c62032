import { Module } from '@nestjs/common';
import { RolloutEvidenceReadModel } from '#broker';
import { AnalyticsModule } from '#analytics';
import { ArtifactsModule } from '#artifacts';
import { ConfigModule, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { FlagsModule } from '#flags';
import { HealthController, READINESS_CHECKS, type ReadinessChecks } from '#http';
import { IdentityModule, SecretBox, SettingsModule } from '#identity';
import { MemoryModule } from '#memory';
import { McpClientModule } from '#mcp';
import { ModelsModule } from '#models';
import { offlineStandIn } from '#offline-model';
import { offlinePacks } from '#packs/offline';
import { installedPacks } from '#packs';
import { OutboundModule } from '#outbound';
import { JobQueue, QueueModule } from '#queue';
import { LoggingModule, TelemetryModule } from '#telemetry';
import { ToolRegistry, ToolsModule, taskTiersOf } from '#tools';
import { mcpServing, SummariesModule, TurnsModule } from '#turns';
import { ApprovalsController } from './approvals/approvals.controller.ts';
import { ApiKeyGuard } from './auth/api-key.guard.ts';
import { ContactsController } from './contacts/contacts.controller.ts';
import { ArtifactsController } from './conversations/artifacts.controller.ts';
import { ConversationsController } from './conversations/conversations.controller.ts';
import { SummaryController } from './conversations/summary.controller.ts';
import { SharedContextController } from './conversations/shared-context.controller.ts';
import { FilesController } from './files/files.controller.ts';
import { McpCallersGuard } from './mcp/mcp-callers.guard.ts';
import { McpController } from './mcp/mcp.controller.ts';
import { MessagesController } from './messages/messages.controller.ts';
import { PackWebhooksController } from './webhooks/pack-webhooks.controller.ts';
import { TurnWaiter } from './turns/turn-waiter.ts';
import { TurnsController } from './turns/turns.controller.ts';

/** The HTTP edge: takes messages in, shows turns. It runs none. */
@Module({})
export class ApiModule {
  static forRoot(config: Config) {
    const packs = installedPacks(config);
    return {
      module: ApiModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot({ serviceName: 'turnpike-api' }),
        DatabaseModule,
        TelemetryModule.forRoot({ serviceName: 'turnpike-api' }),
        QueueModule,
        OutboundModule.forRoot({ sealer: SecretBox }),
        IdentityModule,
        SettingsModule.forRoot({ packs, named: ToolRegistry }),
        FlagsModule.forRoot({ packs, evidence: RolloutEvidenceReadModel }),
        ToolsModule.forPacks(packs),
        ArtifactsModule,
        MemoryModule,
        ModelsModule.forRoot({
          app: 'api',
          inject: [ToolRegistry],
          standIn: (registry: ToolRegistry) => offlineStandIn(registry, offlinePacks),
          taskTiers: taskTiersOf(packs),
        }),
        TurnsModule,
        SummariesModule,
        AnalyticsModule,
        mcpServing(),
        McpClientModule.forApp('api'),
      ],
      controllers: [
        HealthController,
        MessagesController,
        TurnsController,
        ConversationsController,
        ArtifactsController,
        SummaryController,
        FilesController,
        ContactsController,
        SharedContextController,
        ApprovalsController,
        McpController,
        PackWebhooksController,
      ],
      providers: [
        ApiKeyGuard,
        McpCallersGuard,
        TurnWaiter,
        {
          provide: READINESS_CHECKS,
          inject: [Database, JobQueue],
          // Without the queue messages are still accepted, and enqueued when it is back.
          useFactory: (database: Database, jobs: JobQueue): ReadinessChecks => ({
            database: () => database.ping(),
            queue: { optional: () => jobs.ping() },
          }),
        },
      ],
    };
  }
}
