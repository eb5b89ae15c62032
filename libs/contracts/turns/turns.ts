import { wordList } from '../values/word-list.ts';
import { z } from 'zod';
import { feedbackView } from './feedback.ts';
import { contactId, uuid } from '../values/ids.ts';
import { agentName } from '../conversations/messages.ts';
import { instant } from '../values/moments.ts';
import { pageOf, pageQuery } from '../values/page.ts';

export const turnStates = wordList('queued running awaiting_approval completed failed cancelled');
export const turnState = z.enum(turnStates);
export type TurnState = z.infer<typeof turnState>;

export const endStates: readonly TurnState[] = ['completed', 'failed', 'cancelled'];

export const turnTotals = z.object({
  promptTokens: z.number().int().describe('Tokens sent to models, cached ones among them.'),
  cachedTokens: z.number().int().describe('Tokens of the prompts that the provider had cached.'),
  completionTokens: z.number().int().describe('Tokens that models wrote.'),
  costUsd: z.number().describe('Cost of all model calls, in US dollars.'),
  modelRounds: z.number().int().describe('Calls of models.'),
  toolCalls: z.number().int().describe('Calls of tools, failed ones among them.'),
});
export type TurnTotals = z.infer<typeof turnTotals>;

export const turnError = z.object({
  class: z.string().describe('Short code, such as MODEL_UNAVAILABLE.'),
  message: z.string().describe('What went wrong, for people.'),
});

/** A turn in the api. Times are ISO 8601 in UTC, durations in milliseconds. */
export const turnView = z.object({
  id: uuid.describe('Id of the turn.'),
  conversationId: uuid.describe('Conversation that the turn belongs to.'),
  traceId: z.string().describe('OpenTelemetry trace of the turn, 32 hexadecimal digits.'),
  state: turnState.describe('completed, failed and cancelled are final.'),
  agent: z.string().nullable().describe('Agent that answers; null until one is chosen.'),
  channel: z.string().describe('Channel of the conversation.'),
  reply: z
    .object({ messageId: uuid, text: z.string() })
    .nullable()
    .describe('What the agent answered; null until the turn has completed.'),
  error: turnError.nullable().describe('Why the turn failed; null otherwise.'),
  totals: turnTotals.describe('What the turn has used so far.'),
  createdAt: z.iso.datetime().describe('When the message was accepted (ISO 8601, UTC).'),
  startedAt: z.iso.datetime().nullable().describe('When a worker started the turn (ISO 8601, UTC).'),
  finishedAt: z.iso.datetime().nullable().describe('When the turn reached a final state (ISO 8601, UTC).'),
  metadata: z.record(z.string(), z.unknown()).describe('Metadata of the message.'),
  feedback: z.array(feedbackView).describe('What readers thought of the reply, newest first.'),
  waitsFor: z
    .array(z.object({ id: uuid, tool: z.string(), reason: z.string() }))
    .nullable()
    .describe('Approvals that a parked turn waits for; null in every other state.'),
  links: z
    .object({ self: z.string(), events: z.string() })
    .describe('Paths of the turn and of its server-sent events.'),
});
export type TurnView = z.infer<typeof turnView>;

export const turnPage = pageOf(turnView);

export const turnQuery = pageQuery.extend({
  state: turnState.optional().describe('Turns in this state.'),
  conversation: uuid.optional().describe('Turns of this conversation.'),
  contact: contactId.optional().describe('Turns of this contact.'),
  agent: agentName.optional().describe('Turns that this agent answered, such as searcher or estio/searcher.'),
  from: instant.optional().describe('Turns accepted at this moment or later (ISO 8601).'),
  to: instant.optional().describe('Turns accepted before this moment (ISO 8601).'),
});
export type TurnQuery = z.output<typeof turnQuery>;
