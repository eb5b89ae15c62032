import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RolloutEvidenceReadModel } from '#broker';
import { CLOCK, ConfigModule, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { FlagsModule } from '#flags';
import { HealthController, READINESS_CHECKS, type ReadinessChecks } from '#http';
import { IdentityModule, OrgService, SecretBox, SettingsModule } from '#identity';
import { Budgets, budgetsOf, ModelRegistry } from '#models';
import { OutboundModule } from '#outbound';
import { McpServersAdminModule } from '#mcp';
import { installedPacks } from '#packs';
import { QueueModule } from '#queue';
import { LoggingModule, TelemetryModule } from '#telemetry';
import { EffectSettlements } from './effects/effect-settlements.ts';
import { EffectsController } from './effects/effects.controller.ts';
import { EffectsReadModel } from './effects/effects.read-model.ts';
import { packSettingsOf, ToolMetadataModule, ToolRegistry } from '#tools';
import { ApprovalsModule } from '#turns';
import { ConversationToolsController } from './conversations/conversation-tools.controller.ts';
import { BudgetCommands } from './budgets/budget-commands.ts';
import { BudgetsController } from './budgets/budgets.controller.ts';
import { FlagCommands } from './flags/flag-commands.ts';
import { FlagHistoryReadModel } from './flags/flag-history.read-model.ts';
import { FlagsController } from './flags/flags.controller.ts';
import { FlagsReadModel } from './flags/flags.read-model.ts';
import { ApprovalsController } from './approvals/approvals.controller.ts';
import { OrgsController } from './orgs/orgs.controller.ts';
import { BrokerController } from './broker/broker.controller.ts';
import { BrokerMetricsReadModel } from './broker/broker-metrics.read-model.ts';
import { RequestStates } from './requests/request-states.ts';
import { RequestsController } from './requests/requests.controller.ts';
import { RequestsReadModel } from './requests/requests.read-model.ts';
import { KeyViewers } from './session/key-viewers.ts';
import { OrgScopes } from './session/org-scope.ts';
import { SessionAudit } from './session/session-audit.ts';
import { SessionController } from './session/session.controller.ts';
import { SessionGuard } from './session/session.guard.ts';
import { SessionReadModel } from './session/session.read-model.ts';
import { SettingsController } from './settings/settings.controller.ts';
import { ToolEditsController } from './tools/tool-edits.controller.ts';
import { ToolScopes } from './tools/tool-scopes.ts';
import { ToolUsesReadModel } from './tools/tool-uses.read-model.ts';
import { ToolsController } from './tools/tools.controller.ts';
import { SpanDetailReadModel } from './traces/span-detail.read-model.ts';
import { TraceViewReadModel } from './traces/trace-view.read-model.ts';
import { McpServersController } from './mcp-servers/mcp-servers.controller.ts';
import { TracesController } from './traces/traces.controller.ts';
import { TurnDetailReadModel } from './turns/turn-detail.read-model.ts';
import { TurnListReadModel } from './turns/turn-list.read-model.ts';
import { TurnsController } from './turns/turns.controller.ts';
import { WebhookCommands } from './webhooks/webhook-commands.ts';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller.ts';
import { WebhookDeliveriesReadModel } from './webhooks/webhook-deliveries.read-model.ts';
import { WebhookSecretController } from './webhooks/webhook-secret.controller.ts';

/** Pages poll while they are open. */
const WHAT_PAGES_READ = /^\/(?:admin|assets)\//;

const SERVICE_NAME = 'turnpike-admin';

/** The console's server. */
@Module({})
export class AdminModule {
  static forRoot(config: Config): DynamicModule {
    const packs = installedPacks(config);
    return {
      module: AdminModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot({ serviceName: SERVICE_NAME, quietRoutes: WHAT_PAGES_READ }),
        DatabaseModule,
        TelemetryModule.forRoot({ serviceName: SERVICE_NAME }),
        QueueModule,
        IdentityModule,
        SettingsModule.forRoot({ packSettings: packSettingsOf(packs), named: ToolRegistry }),
        FlagsModule.forRoot({
          packFlags: packs.flatMap((pack) => pack.flags ?? []),
          evidence: RolloutEvidenceReadModel,
        }),
        ToolMetadataModule.forPacks(packs),
        ApprovalsModule,
        McpServersAdminModule,
        OutboundModule.forRoot({ sealer: SecretBox }),
      ],
      controllers: [
        McpServersController,
        SessionController,
        OrgsController,
        TurnsController,
        TracesController,
        RequestsController,
        BrokerController,
        EffectsController,
        ApprovalsController,
        ToolsController,
        ToolEditsController,
        ConversationToolsController,
        FlagsController,
        SettingsController,
        WebhookDeliveriesController,
        WebhookSecretController,
        BudgetsController,
        HealthController,
      ],
      providers: [
        { provide: APP_GUARD, useClass: SessionGuard },
        {
          provide: READINESS_CHECKS,
          inject: [Database],
          useFactory: (database: Database): ReadinessChecks => ({ database: () => database.ping() }),
        },
        KeyViewers,
        OrgScopes,
        SessionAudit,
        SessionReadModel,
        TurnListReadModel,
        TurnDetailReadModel,
        TraceViewReadModel,
        SpanDetailReadModel,
        RequestsReadModel,
        BrokerMetricsReadModel,
        RequestStates,
        EffectsReadModel,
        EffectSettlements,
        ToolUsesReadModel,
        ToolScopes,
        FlagsReadModel,
        FlagHistoryReadModel,
        FlagCommands,
        WebhookDeliveriesReadModel,
        WebhookCommands,
        BudgetCommands,
        { provide: Budgets, inject: [Database, CLOCK, OrgService], useFactory: budgetsOf },
        { provide: ModelRegistry, useFactory: () => new ModelRegistry() },
      ],
    };
  }
}
