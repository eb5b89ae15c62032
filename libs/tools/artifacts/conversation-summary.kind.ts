import { defineArtifactKind } from '#pack-kit';

/** Kind of the running summary of a conversation. */
export const CONVERSATION_SUMMARY = 'conversation_summary';

/** Summary of the conversation in under 400 words, written by the platform. */
export const conversationSummary = defineArtifactKind({
  kind: CONVERSATION_SUMMARY,
  title: 'Summary',
  description: 'goals, decisions, facts, open questions and next steps of this conversation',
  format: 'markdown',
  writtenBy: 'system',
});
