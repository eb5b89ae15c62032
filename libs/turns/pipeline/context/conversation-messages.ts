import type { MessagePart, ModelMessage } from '#models';
import type { LoadedTurn } from '../turn-context.ts';
import { describeEarlier } from '../attachments/describe-attachment.ts';

/** The earlier messages by window, so that the steps of a turn share them and what is known of each. */
const earlier = new WeakMap<LoadedTurn['window'], ModelMessage[]>();

/**
 * The conversation as messages for a model: earlier messages, the last tool calls between their question and reply, and the
 * message to answer. Earlier attachments appear only by name.
 *
 * @param sees whether the model accepts pictures; otherwise it gets their names.
 */
export function conversationMessages(turn: LoadedTurn, sees: boolean): ModelMessage[] {
  const messages = earlier.get(turn.window) ?? earlierMessages(turn);
  earlier.set(turn.window, messages);
  const parts = sees ? turn.attachments : turn.attachments.map(nameOfPicture);
  return [...messages, userMessage(turn.text, parts)];
}

function earlierMessages(turn: LoadedTurn): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const message of turn.window) {
    if (message.role === 'user')
      messages.push(userMessage(message.text, message.attached.map(describeEarlier)));
    else
      messages.push(...callsOf(turn, message.turnSeq), {
        role: 'assistant',
        text: message.text,
        toolCalls: [],
      });
  }
  return messages;
}

function userMessage(text: string, parts: MessagePart[]): ModelMessage {
  return { role: 'user', text, ...(parts.length > 0 ? { parts } : {}) };
}

export function nameOfPicture(part: MessagePart): MessagePart {
  if (part.type === 'text') return part;
  return {
    type: 'text',
    text: `A picture named ${JSON.stringify(part.name)} was attached. You cannot see it.`,
  };
}

function callsOf(turn: LoadedTurn, turnSeq: number): ModelMessage[] {
  return turn.earlierCalls
    .filter((call) => call.turnSeq === turnSeq)
    .flatMap((call): ModelMessage[] => [
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ id: call.callId, name: call.tool, arguments: call.arguments }],
      },
      { role: 'tool', toolCallId: call.callId, name: call.tool, text: call.modelText },
    ]);
}
