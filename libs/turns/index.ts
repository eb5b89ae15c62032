export { MessageIntake, type Sender } from './accept/message-intake.service.ts';
export { Sweeper } from './run/sweeper.service.ts';
export { turnJobOf, turnSlots } from './admission/turn-job.ts';
export { WorkerSlots } from './admission/worker-slots.ts';
export { Approvals } from './approvals/approvals.service.ts';
export { conversationToolsOf, setConversationTools } from './callers/conversation-tools.repository.ts';
export { disabledToolsOf } from './callers/disabled-tools.ts';
export { nameOfUrl } from './pipeline/attachments/fetch-attachment.ts';
export { programPrompt } from './pipeline/programs/program-prompt.ts';
export { mcpServing } from './callers/mcp-serving.ts';
export { ToolRunWork } from './callers/tool-runs/tool-run-work.ts';
export { removeOldToolRuns } from './callers/tool-runs/tool-run.repository.ts';
export { ToolRunRequests, type ToolRunner } from './callers/tool-runs/tool-runs.service.ts';
export { InsightExtraction } from './outbox/insights/insight-extraction.service.ts';
export { ConversationSummaries } from './outbox/summaries/conversation-summaries.service.ts';
export { ConversationEvents } from './read/conversations/conversation-events.service.ts';
export { ConversationReadModel } from './read/conversations/conversation.read-model.ts';
export { MessageReadModel } from './read/conversations/message.read-model.ts';
export {
  BrokerExplanations,
  type MessageExplanation,
} from './read/explanations/broker-explanations.service.ts';
export { TurnFeedbackService } from './read/feedback/turn-feedback.service.ts';
export { ProgramReplays } from './read/program-replays/program-replays.service.ts';
export { TurnEvents } from './read/turn-events.service.ts';
export { TurnReadModel } from './read/turn.read-model.ts';
export { Wake } from './read/wake.ts';
export { firstOutcomeOf, replyMsOf } from './turn-state.ts';
export { TurnControl } from './run/turn-control.service.ts';
export { TurnRunner, type RunOutcome } from './run/turn-runner.ts';
export { missingConversations, seedConversation } from './seeds/seeded-conversations.repository.ts';
export { preparePlaceForTraces } from './seeds/seeded-traces.repository.ts';
export { ImageAnalysis } from './shared-context/image-analysis.service.ts';
export { SharedContextService } from './shared-context/shared-context.service.ts';
export {
  ApprovalsModule,
  BrokerExplanationsModule,
  ProgramReplaysModule,
  SummariesModule,
  TurnsModule,
  TurnWorkModule,
} from './turns.module.ts';
