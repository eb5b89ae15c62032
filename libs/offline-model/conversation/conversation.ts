import { toolResult, type ToolResult } from '#contracts';
import { MAX_READ_CHARACTERS } from '#text';
import { type ProgramTemplate } from '#pack-kit';
import type { ModelMessage, ModelToolCall } from '#models';

/** A call with its result, if the conversation contains it. */
export interface MadeCall {
  call: ModelToolCall;
  result?: ToolResult;
  /** Set if the call represents a program of this template, whose value is the result. */
  template?: ProgramTemplate;
}

/** A message of the user with the calls and the reply of the assistant. */
export interface Exchange {
  text: string;
  calls: MadeCall[];
  reply: string;
}

/** The conversation as exchanges, oldest first. The last one is the current turn. */
export function readConversation(messages: readonly ModelMessage[]): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const message of messages) {
    if (message.role === 'user') {
      exchanges.push({ text: message.text.slice(0, MAX_READ_CHARACTERS), calls: [], reply: '' });
      continue;
    }
    const current = exchanges.at(-1);
    if (!current) continue;
    if (message.role === 'assistant') {
      current.reply = [current.reply, message.text].filter(Boolean).join('\n');
      current.calls.push(...message.toolCalls.map((call) => ({ call })));
    } else {
      const made = current.calls.find(({ call }) => call.id === message.toolCallId);
      if (made) made.result = readResult(message.text);
    }
  }
  return exchanges;
}

/** A text that is not a tool result, as from tools of other servers, counts as the data of a success. */
function readResult(text: string): ToolResult {
  try {
    const json: unknown = JSON.parse(text);
    const parsed = toolResult.safeParse(json);
    return parsed.success ? parsed.data : { success: true, data: json };
  } catch {
    return { success: true, data: text };
  }
}
