export { MessageIntake, type Sender } from './accept/message-intake.service.ts';
export { ConversationEvents } from './read/conversations/conversation-events.service.ts';
export { ConversationReadModel } from './read/conversations/conversation.read-model.ts';
export { ProgramReplaysModule } from './read/program-replays/program-replays.module.ts';
export { ProgramReplays } from './read/program-replays/program-replays.service.ts';
export { MessageReadModel } from './read/conversations/message.read-model.ts';
export { TurnFeedbackService } from './read/feedback/turn-feedback.service.ts';
export { ApprovalsModule } from './approvals/approvals.module.ts';
export { Approvals } from './approvals/approvals.service.ts';
export {
  BrokerExplanations,
  type DecidedToolReason,
  type MessageExplanation,
} from './read/explanations/broker-explanations.service.ts';
export { BrokerExplanationsModule } from './read/explanations/broker-explanations.module.ts';
export { UnknownAgentError } from './read/explanations/explanation.errors.ts';
export { offlineHintsOf, packTaskTiers } from './hints-of-packs.ts';
export { InsightExtraction } from './outbox/insights/insight-extraction.service.ts';
export { ImageAnalysis } from './shared-context/image-analysis.service.ts';
export { SharedContextService } from './shared-context/shared-context.service.ts';
export { missingConversations, seedConversation } from './seeds/seeded-conversations.repository.ts';
export { preparePlaceForSpans } from './seeds/seeded-spans.repository.ts';
export { Sweeper } from './admission/sweeper.service.ts';
export { removeOldToolRuns } from './callers/tool-runs/tool-run.repository.ts';
export { ToolRunRequests, type ToolRunner } from './callers/tool-runs/tool-runs.service.ts';
export { ToolRunWork } from './callers/tool-runs/tool-run-work.ts';
export { TurnControl } from './run/turn-control.service.ts';
export { TurnEvents } from './read/turn-events.service.ts';
export { TurnRunner, type RunOutcome } from './run/turn-runner.ts';
export { MessageRefusedError } from './turn.errors.ts';
export { TurnReadModel } from './read/turn.read-model.ts';
export { turnJobOf } from './admission/turn-job.ts';
export { TurnsModule, TurnWorkModule } from './turns.module.ts';
export { conversationToolsOf, setConversationTools } from './callers/conversation-tools.repository.ts';
export { mcpServing } from './callers/mcp-serving.ts';
export { disabledToolsOf } from './callers/disabled-tools.ts';
export { ConversationSummaries } from './outbox/summaries/conversation-summaries.service.ts';
export { SummariesModule } from './outbox/summaries/summaries.module.ts';
