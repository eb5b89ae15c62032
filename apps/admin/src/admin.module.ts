import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AnalyticsModule } from '#analytics';
import { ArtifactsModule } from '#artifacts';
import { RolloutEvidenceReadModel } from '#broker';
import { ConfigModule, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { FlagsModule } from '#flags';
import { HealthController, READINESS_CHECKS, type ReadinessChecks } from '#http';
import { IdentityModule, SecretBox, SettingsModule } from '#identity';
import { ModelsAdminModule } from '#models';
import { OutboundModule } from '#outbound';
import { McpServersAdminModule } from '#mcp';
import { installedPacks } from '#packs';
import { QueueModule } from '#queue';
import { LoggingModule, TelemetryModule } from '#telemetry';
import { EffectsController } from './effects/effects.controller.ts';
import { taskTiersOf, ToolMetadataModule, ToolRegistry } from '#tools';
import { ApprovalsModule, BrokerExplanationsModule, ProgramReplaysModule, TurnsModule } from '#turns';
import { AnalyticsController } from './analytics/analytics.controller.ts';
import { SavedQueriesController } from './analytics/saved-queries.controller.ts';
import { ConversationDetailReadModel } from './conversations/conversation-detail.read-model.ts';
import { ConversationsController } from './conversations/conversations.controller.ts';
import { ConversationPanelsController } from './conversations/conversation-panels.controller.ts';
import { ConversationToolsController } from './conversations/conversation-tools.controller.ts';
import { BudgetsController } from './budgets/budgets.controller.ts';
import { FlagHistoryReadModel } from './flags/flag-history.read-model.ts';
import { FlagsController } from './flags/flags.controller.ts';
import { FlagsReadModel } from './flags/flags.read-model.ts';
import { AgentsController } from './agents/agents.controller.ts';
import { ApprovalsController } from './approvals/approvals.controller.ts';
import { OrgsController } from './orgs/orgs.controller.ts';
import { BrokerController } from './broker/broker.controller.ts';
import { BrokerTurnsController } from './broker/broker-turns.controller.ts';
import { ExplanationsController } from './broker/explanations.controller.ts';
import { MissExamples } from './broker/miss-examples.ts';
import { ToolReasons } from './broker/tool-reasons.ts';
import { ToolGapsReadModel } from './broker/tool-gaps.read-model.ts';
import { OutboxTaskCommands } from './queues/outbox-task-commands.ts';
import { OutboxTaskListReadModel } from './queues/outbox-task-list.read-model.ts';
import { OutboxTasksController } from './queues/outbox-tasks.controller.ts';
import { QueueCommands } from './queues/queue-commands.ts';
import { QueueRatesReadModel } from './queues/queue-rates.read-model.ts';
import { QueuesController } from './queues/queues.controller.ts';
import { QueueViews } from './queues/queue-views.ts';
import { TurnJobsController } from './queues/turn-jobs.controller.ts';
import { TurnJobsReadModel } from './queues/turn-jobs.read-model.ts';
import { PlaygroundController } from './playground/playground.controller.ts';
import { RequestsController } from './requests/requests.controller.ts';
import { MemoryModule } from '#memory';
import { KnowledgeController } from './knowledge/knowledge.controller.ts';
import { InsightCommands } from './memory/insight-commands.ts';
import { InsightsController } from './memory/insights.controller.ts';
import { OverviewController } from './overview/overview.controller.ts';
import { OverviewReadModel } from './overview/overview.read-model.ts';
import { AuditController } from './audit/audit.controller.ts';
import { ApiKeysController } from './users/api-keys.controller.ts';
import { InvitationsController } from './users/invitations.controller.ts';
import { UsersReadModel } from './users/users.read-model.ts';
import { UserCommands } from './users/user-commands.ts';
import { UsersController } from './users/users.controller.ts';
import { InboxController } from './inbox/inbox.controller.ts';
import { InboxReadModel } from './inbox/inbox.read-model.ts';
import { SpendController } from './models/spend.controller.ts';
import { KeyViewers } from './session/key-viewers.ts';
import { OrgScopes } from './session/org-scope.ts';
import { AuditedChanges } from './session/audited-changes.ts';
import { SessionAudit } from './session/session-audit.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionGuard } from './session/session.guard.ts';
import { SessionReadModel } from './session/session.read-model.ts';
import { SettingsController } from './settings/settings.controller.ts';
import { ToolEditsController } from './tools/tool-edits.controller.ts';
import { ToolRunsController } from './tools/tool-runs.controller.ts';
import { ToolScopes } from './tools/tool-scopes.ts';
import { ToolUsesReadModel } from './tools/tool-uses.read-model.ts';
import { UserLanguagesReadModel } from './tools/user-languages.read-model.ts';
import { ToolsController } from './tools/tools.controller.ts';
import { TraceFacetsReadModel } from './traces/trace-facets.read-model.ts';
import { TraceSearchReadModel } from './traces/trace-search.read-model.ts';
import { ModelsController } from './models/models.controller.ts';
import { ProviderKeysController } from './models/provider-keys.controller.ts';
import { McpServersController } from './mcp-servers/mcp-servers.controller.ts';
import { TracesController } from './traces/traces.controller.ts';
import { ProgramsController } from './programs/programs.controller.ts';
import { TurnsController } from './turns/turns.controller.ts';
import { WebhookCommands } from './webhooks/webhook-commands.ts';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller.ts';
import { WebhookSecretController } from './webhooks/webhook-secret.controller.ts';

/** Routes that open pages poll. Successful requests are logged at level debug. */
const POLLED_ROUTES = /^\/(?:admin|assets)\//;

const SERVICE_NAME = 'turnpike-admin';

@Module({})
export class AdminModule {
  static forRoot(config: Config): DynamicModule {
    const packs = installedPacks(config);
    return {
      module: AdminModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot({ serviceName: SERVICE_NAME, quietRoutes: POLLED_ROUTES }),
        DatabaseModule,
        TelemetryModule.forRoot({ serviceName: SERVICE_NAME }),
        QueueModule,
        IdentityModule,
        SettingsModule.forRoot({ packs, named: ToolRegistry }),
        FlagsModule.forRoot({ packs, evidence: RolloutEvidenceReadModel }),
        ToolMetadataModule.forPacks(packs),
        ApprovalsModule,
        TurnsModule,
        ArtifactsModule,
        MemoryModule,
        BrokerExplanationsModule,
        ProgramReplaysModule,
        AnalyticsModule,
        McpServersAdminModule,
        OutboundModule.forRoot({ sealer: SecretBox }),
        ModelsAdminModule.forRoot({ taskTiers: taskTiersOf(packs) }),
      ],
      controllers: [
        OverviewController,
        InboxController,
        AuditController,
        UsersController,
        InvitationsController,
        ApiKeysController,
        SpendController,
        AnalyticsController,
        SavedQueriesController,
        McpServersController,
        SessionController,
        OrgsController,
        TurnsController,
        ProgramsController,
        TracesController,
        RequestsController,
        InsightsController,
        KnowledgeController,
        BrokerController,
        BrokerTurnsController,
        ExplanationsController,
        QueuesController,
        PlaygroundController,
        OutboxTasksController,
        TurnJobsController,
        AgentsController,
        EffectsController,
        ApprovalsController,
        ToolsController,
        ToolEditsController,
        ToolRunsController,
        ConversationToolsController,
        ConversationPanelsController,
        ConversationsController,
        FlagsController,
        SettingsController,
        WebhookDeliveriesController,
        WebhookSecretController,
        BudgetsController,
        ModelsController,
        ProviderKeysController,
        HealthController,
      ],
      providers: [
        { provide: APP_GUARD, useClass: SessionGuard },
        {
          provide: READINESS_CHECKS,
          inject: [Database],
          useFactory: (database: Database): ReadinessChecks => ({ database: () => database.ping() }),
        },
        OverviewReadModel,
        InboxReadModel,
        UsersReadModel,
        UserCommands,
        KeyViewers,
        OrgScopes,
        SessionAudit,
        AuditedChanges,
        SessionReadModel,
        TraceFacetsReadModel,
        TraceSearchReadModel,
        ConversationDetailReadModel,
        InsightCommands,
        ToolGapsReadModel,
        ToolReasons,
        QueueViews,
        QueueRatesReadModel,
        QueueCommands,
        OutboxTaskListReadModel,
        OutboxTaskCommands,
        TurnJobsReadModel,
        MissExamples,
        ToolUsesReadModel,
        UserLanguagesReadModel,
        ToolScopes,
        FlagsReadModel,
        FlagHistoryReadModel,
        WebhookCommands,
      ],
    };
  }
}
