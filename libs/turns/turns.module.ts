import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { ArtifactsModule, ArtifactService } from '#artifacts';
import { BrokerModule, RankingModule, Rankers, SemanticToolIndex, StoredRankers, ToolBroker } from '#broker';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Flags } from '#flags';
import { AuditLog, ContactDataParts, OrgService, UserService } from '#identity';
import { Budgets, Embeddings, ModelRouter, ModelTasks } from '#models';
import { InsightService, KnowledgeService, MemoryModule } from '#memory';
import { Webhooks } from '#outbound';
import { Outbox, TURN_NOTIFICATIONS } from '#queue';
import { SandboxModule, SharedSandbox } from '#sandbox';
import { ToolExecutor, ToolRegistry } from '#tools';
import { IdempotencyKey } from './accept/idempotency-key.entity.ts';
import { MessageIntake } from './accept/message-intake.service.ts';
import { MessageMinute } from './accept/message-minute.entity.ts';
import { Admission } from './admission/admission.service.ts';
import { FairShare } from './admission/fair-share.ts';
import { WorkerSlotsRow } from './admission/worker-slots.entity.ts';
import { Sweeper } from './run/sweeper.service.ts';
import { TurnQueue } from './admission/turn-queue.ts';
import { Approval } from './approvals/approval.entity.ts';
import { Approvals } from './approvals/approvals.service.ts';
import { OutsideCallers } from './callers/outside-callers.ts';
import { callerPorts, outsideCallers } from './callers/outside-callers.provider.ts';
import { ToolRun } from './callers/tool-runs/tool-run.entity.ts';
import { ToolRunWork } from './callers/tool-runs/tool-run-work.ts';
import { ToolRunRequests } from './callers/tool-runs/tool-runs.service.ts';
import { Conversation } from './conversation.entity.ts';
import { TurnContactData } from './erasure/turn-contact-data.repository.ts';
import { ConversationReader } from './live/conversation-reader.entity.ts';
import { TurnEventRow } from './journal/turn-event.entity.ts';
import { TurnStep } from './journal/turn-step.entity.ts';
import { Message } from './message.entity.ts';
import { InsightExtraction } from './outbox/insights/insight-extraction.service.ts';
import { ConversationSummaries } from './outbox/summaries/conversation-summaries.service.ts';
import { portsProvider } from './ports-provider.ts';
import { ConversationEventsReadModel } from './read/conversations/conversation-events.read-model.ts';
import { ConversationEvents } from './read/conversations/conversation-events.service.ts';
import { ConversationReadModel } from './read/conversations/conversation.read-model.ts';
import { MessageReadModel } from './read/conversations/message.read-model.ts';
import { BrokerExplanations } from './read/explanations/broker-explanations.service.ts';
import { TurnFeedback } from './read/feedback/turn-feedback.entity.ts';
import { TurnFeedbackService } from './read/feedback/turn-feedback.service.ts';
import { ProgramReplays } from './read/program-replays/program-replays.service.ts';
import { TurnEvents } from './read/turn-events.service.ts';
import { TurnReadModel } from './read/turn.read-model.ts';
import { ClaimRepository } from './run/claim.repository.ts';
import { RunEnds } from './run/run-ends.ts';
import { TurnControl } from './run/turn-control.service.ts';
import { TurnRunner } from './run/turn-runner.ts';
import { ImageAnalysis } from './shared-context/image-analysis.service.ts';
import { SharedContext } from './shared-context/shared-context.entity.ts';
import { SharedContextService } from './shared-context/shared-context.service.ts';
import { Turn } from './turn.entity.ts';

/** Decisions about parked turns, and the admission of turns to the queue. */
@Module({
  providers: [TurnQueue, FairShare, Admission, Approvals],
  exports: [TurnQueue, Admission, Approvals],
})
export class ApprovalsModule {}

const readers = [
  TurnReadModel,
  TurnEvents,
  ConversationReadModel,
  MessageReadModel,
  ConversationEvents,
  TurnFeedbackService,
];

/** Turns and conversations as the api shows them, stored or live, and the feedback of readers. */
@Module({ providers: [...readers, ConversationEventsReadModel], exports: readers })
export class TurnReadingModule {}

/** Summaries of conversations, made by the worker after turns and by the api on request. */
@Module({
  imports: [ArtifactsModule],
  providers: [
    portsProvider(ConversationSummaries, {
      database: Database,
      clock: CLOCK,
      registry: ToolRegistry,
      artifacts: ArtifactService,
      tasks: ModelTasks,
      orgs: OrgService,
    }),
  ],
  exports: [ConversationSummaries],
})
export class SummariesModule {}

/** Explanations of the broker's decisions. Needs the tools and the flags beside it, and no queue. */
@Module({
  imports: [RankingModule],
  providers: [
    portsProvider(BrokerExplanations, {
      database: Database,
      registry: ToolRegistry,
      orgs: OrgService,
      flags: Flags,
      broker: ToolBroker,
      rankers: StoredRankers,
    }),
  ],
  exports: [BrokerExplanations, RankingModule],
})
export class BrokerExplanationsModule {}

/** Programs of turns, shown and replayed in the console. */
@Module({ imports: [SandboxModule], providers: [ProgramReplays], exports: [ProgramReplays] })
export class ProgramReplaysModule {}

/** Requests for runs of tools from the console. */
@Module({
  imports: [TypeOrmModule.forFeature([ToolRun])],
  providers: [
    portsProvider(ToolRunRequests, {
      database: Database,
      clock: CLOCK,
      outbox: Outbox,
      audit: AuditLog,
    }),
  ],
  exports: [ToolRunRequests],
})
export class ToolRunsModule {}

/** Runs of tools that the console requested, in the worker. */
@Module({
  imports: [TypeOrmModule.forFeature([ToolRun]), MemoryModule, ArtifactsModule],
  providers: [
    outsideCallers,
    portsProvider(ToolRunWork, {
      database: Database,
      clock: CLOCK,
      executor: ToolExecutor,
      callers: OutsideCallers,
      users: UserService,
      orgs: OrgService,
    }),
  ],
  exports: [ToolRunWork],
})
export class ToolRunWorkModule {}

/** Accepting messages, reading turns and controlling them: everything that the api needs. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      Approval,
      Conversation,
      Message,
      Turn,
      TurnStep,
      WorkerSlotsRow,
      TurnEventRow,
      ConversationReader,
      IdempotencyKey,
      MessageMinute,
      TurnFeedback,
      SharedContext,
    ]),
    BrokerModule,
    TurnReadingModule,
    ApprovalsModule,
    ToolRunsModule,
  ],
  providers: [MessageIntake, TurnControl, SharedContextService],
  exports: [
    MessageIntake,
    TurnControl,
    SharedContextService,
    TurnReadingModule,
    ApprovalsModule,
    ToolRunsModule,
  ],
})
export class TurnsModule {
  constructor(
    @Inject(Database) database: Database,
    @Inject(TurnControl) control: TurnControl,
    @Inject(CLOCK) clock: Clock,
    @Inject(ContactDataParts) contactData: ContactDataParts,
  ) {
    contactData.register(new TurnContactData(database, control, clock));
  }
}

/** Running turns and their outbox tasks: everything that the worker needs beside {@link TurnsModule}. */
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
    ImageAnalysis,
    ClaimRepository,
    RunEnds,
    Sweeper,
    portsProvider(InsightExtraction, {
      database: Database,
      clock: CLOCK,
      memory: InsightService,
      tasks: ModelTasks,
      orgs: OrgService,
      flags: Flags,
    }),
    {
      provide: SemanticToolIndex,
      inject: [Embeddings, ToolBroker],
      useFactory: (embeddings: Embeddings, broker: ToolBroker) => new SemanticToolIndex(embeddings, broker),
    },
    portsProvider(TurnRunner, {
      ...callerPorts,
      executor: ToolExecutor,
      knowledge: KnowledgeService,
      router: ModelRouter,
      budgets: Budgets,
      webhooks: Webhooks,
      broker: ToolBroker,
      rankers: Rankers,
      toolIndex: SemanticToolIndex,
      sandbox: SharedSandbox,
      flags: Flags,
      admission: Admission,
      ends: RunEnds,
      outbox: Outbox,
      logger: PinoLogger,
      claims: ClaimRepository,
      notifications: TURN_NOTIFICATIONS,
    }),
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
