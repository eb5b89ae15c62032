import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { ArtifactsModule, ArtifactService, FileService } from '#artifacts';
import { BrokerModule, Rankers, SemanticToolIndex, ToolBroker } from '#broker';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Flags } from '#flags';
import { ContactHoldings, OrgService } from '#identity';
import { Budgets, Embeddings, ModelCalls, ModelRegistry, ModelRouter, ModelTasks } from '#models';
import { InsightService, MemoryModule } from '#memory';
import { Mail, OutboundHttp, Webhooks } from '#outbound';
import { FollowUps, TURN_NEWS, type TurnNews } from '#queue';
import { SandboxModule, SharedSandbox } from '#sandbox';
import { ToolExecutor, ToolRegistry } from '#tools';
import { Admission } from './admission/admission.service.ts';
import { MessageIntake } from './accept/message-intake.service.ts';
import { Approval } from './approvals/approval.entity.ts';
import { ApprovalsModule } from './approvals/approvals.module.ts';
import { ClaimRepository } from './run/claim.repository.ts';
import { Conversation } from './conversation.entity.ts';
import { TurnFeedback } from './read/feedback/turn-feedback.entity.ts';
import { IdempotencyKey } from './accept/idempotency-key.entity.ts';
import { MessageMinute } from './accept/message-minute.entity.ts';
import { InsightExtraction } from './outbox/insights/insight-extraction.service.ts';
import { Message } from './message.entity.ts';
import { ImageAnalysis } from './shared-context/image-analysis.service.ts';
import { SharedContext } from './shared-context/shared-context.entity.ts';
import { SharedContextService } from './shared-context/shared-context.service.ts';
import { SummariesModule } from './outbox/summaries/summaries.module.ts';
import { Sweeper } from './admission/sweeper.service.ts';
import { ToolRunsModule, ToolRunWorkModule } from './callers/tool-runs/tool-runs.module.ts';
import { TurnControl } from './run/turn-control.service.ts';
import { TurnEventRow } from './journal/turn-event.entity.ts';
import { TurnHolding } from './erasure/turn-holding.repository.ts';
import { TurnReadingModule } from './read/turn-reading.module.ts';
import { TurnRunner } from './run/turn-runner.ts';
import { TurnStep } from './journal/turn-step.entity.ts';
import { Turn } from './turn.entity.ts';

const turnEntities = [
  Approval,
  Conversation,
  Message,
  Turn,
  TurnStep,
  TurnEventRow,
  IdempotencyKey,
  MessageMinute,
  TurnFeedback,
  SharedContext,
];

/** Taking messages in, reading turns and stopping them: what the api needs. */
@Module({
  imports: [
    TypeOrmModule.forFeature(turnEntities),
    BrokerModule,
    TurnReadingModule,
    ApprovalsModule,
    ToolRunsModule,
  ],
  providers: [
    MessageIntake,
    TurnControl,
    {
      provide: SharedContextService,
      inject: [Database, CLOCK, OrgService, FollowUps],
      useFactory: (database: Database, clock: Clock, orgs: OrgService, followUps: FollowUps) =>
        new SharedContextService(database, clock, orgs, followUps),
    },
    {
      provide: TurnHolding,
      inject: [Database, TurnControl, CLOCK, ContactHoldings],
      useFactory: (database: Database, control: TurnControl, clock: Clock, holdings: ContactHoldings) => {
        const holding = new TurnHolding(database, control, clock);
        holdings.register(holding);
        return holding;
      },
    },
  ],
  exports: [
    MessageIntake,
    TurnControl,
    SharedContextService,
    TurnReadingModule,
    ApprovalsModule,
    ToolRunsModule,
  ],
})
export class TurnsModule {}

/** Running turns: what the worker needs besides. */
@Module({
  imports: [
    TurnsModule,
    BrokerModule,
    ArtifactsModule,
    MemoryModule,
    SandboxModule,
    SummariesModule,
    ToolRunWorkModule,
  ],
  providers: [
    {
      provide: ImageAnalysis,
      inject: [Database, CLOCK, OrgService, FileService, ModelCalls, ModelRegistry],
      useFactory: (
        database: Database,
        clock: Clock,
        orgs: OrgService,
        files: FileService,
        calls: ModelCalls,
        registry: ModelRegistry,
      ) => new ImageAnalysis(database, clock, orgs, files, calls, registry),
    },
    {
      provide: InsightExtraction,
      inject: [Database, CLOCK, InsightService, ModelTasks, OrgService, Flags],
      useFactory: (
        database: Database,
        clock: Clock,
        memory: InsightService,
        tasks: ModelTasks,
        orgs: OrgService,
        flags: Flags,
      ) => new InsightExtraction({ database, clock, memory, tasks, orgs, flags }),
    },
    ClaimRepository,
    {
      provide: TurnRunner,
      inject: [
        Database,
        CLOCK,
        ToolRegistry,
        ToolExecutor,
        ModelRouter,
        ModelCalls,
        Budgets,
        ModelRegistry,
        ModelTasks,
        InsightService,
        ArtifactService,
        Flags,
        OutboundHttp,
        Mail,
        Webhooks,
        FileService,
        Admission,
        FollowUps,
        OrgService,
        PinoLogger,
        ClaimRepository,
        TURN_NEWS,
        ToolBroker,
        Rankers,
        SharedSandbox,
        Embeddings,
      ],
      useFactory: (
        database: Database,
        clock: Clock,
        registry: ToolRegistry,
        executor: ToolExecutor,
        router: ModelRouter,
        calls: ModelCalls,
        budgets: Budgets,
        modelRegistry: ModelRegistry,
        tasks: ModelTasks,
        memory: InsightService,
        artifacts: ArtifactService,
        flags: Flags,
        http: OutboundHttp,
        mail: Mail,
        webhooks: Webhooks,
        files: FileService,
        admission: Admission,
        followUps: FollowUps,
        orgs: OrgService,
        logger: PinoLogger,
        claims: ClaimRepository,
        news: TurnNews,
        broker: ToolBroker,
        rankers: Rankers,
        sandbox: SharedSandbox,
        embeddings: Embeddings,
      ) =>
        new TurnRunner(
          {
            database,
            clock,
            registry,
            executor,
            router,
            calls,
            budgets,
            modelRegistry,
            tasks,
            memory,
            artifacts,
            http,
            mail,
            webhooks,
            files,
            broker,
            rankers,
            toolIndex: new SemanticToolIndex(embeddings, broker),
            sandbox,
            flags,
            admission,
            followUps,
            orgs,
            logger,
          },
          claims,
          news,
        ),
    },
    Sweeper,
  ],
  exports: [
    ImageAnalysis,
    InsightExtraction,
    MemoryModule,
    TurnRunner,
    Sweeper,
    SummariesModule,
    ToolRunWorkModule,
  ],
})
export class TurnWorkModule {}
