export { MessageIntake, type Sender } from './accept/message-intake.service.ts';
export { ConversationEvents } from './conversations/conversation-events.service.ts';
export { ConversationReadModel } from './conversations/conversation.read-model.ts';
export { ProgramReplaysModule } from './program-replays/program-replays.module.ts';
export { ProgramReplays } from './program-replays/program-replays.service.ts';
export { MessageReadModel } from './conversations/message.read-model.ts';
export { TurnFeedbackService } from './feedback/turn-feedback.service.ts';
export { ApprovalsModule } from './approvals/approvals.module.ts';
export { Approvals } from './approvals/approvals.service.ts';
export {
  BrokerExplanations,
  type DecidedToolReason,
  type MessageExplanation,
} from './explanations/broker-explanations.service.ts';
export { BrokerExplanationsModule } from './explanations/broker-explanations.module.ts';
export { InsightExtraction } from './insights/insight-extraction.service.ts';
export { ImageAnalysis } from './shared/image-analysis.service.ts';
export { SharedContextService } from './shared/shared-context.service.ts';
export { missingConversations, seedConversation } from './seeded-conversations.repository.ts';
export { preparePlaceForSpans } from './seeded-spans.repository.ts';
export { Sweeper } from './sweeper.service.ts';
export { removeOldToolRuns } from './tool-runs/tool-run.repository.ts';
export { ToolRunRequests, type ToolRunner } from './tool-runs/tool-runs.service.ts';
export { ToolRunWork } from './tool-runs/tool-run-work.ts';
export { TurnControl } from './turn-control.service.ts';
export { TurnEvents } from './turn-events.service.ts';
export { TurnRunner, type RunOutcome } from './turn-runner.ts';
export { TurnReadModel } from './turn.read-model.ts';
export { turnJobOf } from './turn-queue.ts';
export { TurnsModule, TurnWorkModule } from './turns.module.ts';
export { conversationToolsOf, setConversationTools } from './conversation-tools.repository.ts';
export { mcpServing } from './callers/mcp-serving.ts';
export { disabledToolsOf } from './disabled-tools.ts';
export { ConversationSummaries } from './summaries/conversation-summaries.service.ts';
export { SummariesModule } from './summaries/summaries.module.ts';
