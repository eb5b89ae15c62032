import { toolResult, type ToolResult } from '#contracts';
import { MAX_READ_CHARACTERS } from '#text';
import { type ProgramTemplate } from '#pack-kit';
import type { ModelMessage, ModelToolCall } from '#models';

/** A call with its result, as far as the conversation shows it. */
export interface MadeCall {
  call: ModelToolCall;
  result?: ToolResult;
  /** It was made within a program of this template, whose value is the result. */
  template?: ProgramTemplate;
}

/** A message of the user with what the assistant did and said upon it. */
export interface Exchange {
  text: string;
  calls: MadeCall[];
  reply: string;
}

/** The conversation in exchanges, oldest first; the last one is the turn that is running. */
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

/** A text that is no result, as tools of other servers may give, counts as the data of a success. */
function readResult(text: string): ToolResult {
  try {
    const json: unknown = JSON.parse(text);
    const parsed = toolResult.safeParse(json);
    return parsed.success ? parsed.data : { success: true, data: json };
  } catch {
    return { success: true, data: text };
  }
}
