import type { GenerateRequest, ModelMessage, ModelTool } from '#models';

/** A round of the offline model, on a Monday in a chat, unless the facts differ. */
export const standInRequest = (
  messages: ModelMessage[],
  tools: ModelTool[],
  facts: Partial<GenerateRequest['facts']> = {},
): GenerateRequest => ({
  model: 'offline-standard',
  system: '',
  messages,
  tools,
  signal: new AbortController().signal,
  facts: {
    orgId: 'org',
    pack: 'office',
    agent: 'clerk',
    contactId: 'contact',
    conversationId: 'conversation',
    userId: null,
    channel: 'chat',
    language: 'en',
    timezone: 'UTC',
    now: new Date('2026-11-16T09:00:00Z'),
    ...facts,
  },
});
