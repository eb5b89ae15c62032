import { RequestCallIds } from '../call-id.ts';
import type { MessagePart, ModelMessage, ModelToolCall } from '../language-model.ts';

type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** Texts where providers require a message and the conversation has none. */
const BEGINNING = '(The conversation began earlier.)';
const NO_REPLY = '(No reply was given.)';
const CONTINUE = '(Continue.)';
const NO_RESULT = '{"success":false,"error":"The call was interrupted. Its outcome is unknown."}';
const NO_OUTPUT = '(no output)';

/** OpenAI's limit, the lowest of all providers. */
const MAX_NAME_CHARACTERS = 64;

/**
 * A conversation in the form that every provider accepts, whoever wrote its parts and however its turns ended:
 *
 * - user and assistant alternate, beginning and ending with the user or with results;
 * - each call has an id of ours, a valid name, and its one result directly behind it, in the order of the calls;
 * - no text is empty or has half a surrogate pair.
 */
export function sendableMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const sendable = new SendableMessages();
  for (const message of messages) sendable.add(message);
  return sendable.finish();
}

class SendableMessages {
  private readonly made: ModelMessage[] = [];
  private readonly ids = new RequestCallIds();
  /** Results without text yet, by the stored id of their call, oldest first. */
  private readonly open = new Map<string, ToolMessage[]>();

  add(message: ModelMessage): void {
    if (message.role === 'tool') this.addResult(message);
    else if (message.role === 'user') this.addUser(message);
    else this.addAssistant(message);
  }

  finish(): ModelMessage[] {
    const last = this.made.at(-1);
    if (!last || last.role === 'assistant') this.made.push({ role: 'user', text: CONTINUE });
    return this.made;
  }

  private addUser(message: UserMessage): void {
    const parts: MessagePart[] = [{ type: 'text', text: message.text }, ...(message.parts ?? [])];
    const [first, ...rest] = parts.flatMap(sendablePart);
    if (!first) return;
    const last = this.made.at(-1);
    if (last?.role === 'user') last.parts = [...(last.parts ?? []), first, ...rest];
    else {
      if (last?.role === 'tool') this.made.push({ role: 'assistant', text: NO_REPLY, toolCalls: [] });
      const [text, behind] = first.type === 'text' ? [first.text, rest] : ['', [first, ...rest]];
      this.made.push({ role: 'user', text, ...(behind.length > 0 && { parts: behind }) });
    }
  }

  private addAssistant({ text: written, toolCalls }: AssistantMessage): void {
    const text = sendableText(written);
    if (text === '' && toolCalls.length === 0) return;
    const calls = toolCalls.map((call) => this.sendableCall(call));
    const last = this.made.at(-1);
    if (last?.role === 'assistant') {
      last.text = [last.text, text].filter(Boolean).join('\n\n');
      last.toolCalls = calls;
    } else {
      if (!last) this.made.push({ role: 'user', text: BEGINNING });
      this.made.push({ role: 'assistant', text, toolCalls: calls });
    }
    const results = calls.map(({ id, name }): ToolMessage => ({
      role: 'tool',
      toolCallId: id,
      name,
      text: NO_RESULT,
    }));
    for (const { id } of toolCalls) this.open.set(id, []);
    for (const [place, result] of results.entries()) this.open.get(toolCalls[place]?.id ?? '')?.push(result);
    this.made.push(...results);
  }

  /** Puts the result behind its call. A result without a call is left out: no provider accepts it. */
  private addResult({ toolCallId, text, pictures }: ToolMessage): void {
    const result = this.open.get(toolCallId)?.shift();
    if (result)
      Object.assign(result, { text: sendableText(text) || NO_OUTPUT, ...(pictures && { pictures }) });
  }

  private sendableCall(call: ModelToolCall): ModelToolCall {
    return {
      ...call,
      id: this.ids.next(call.id),
      name: sendableName(call.name),
      arguments: sendableArguments(call.arguments),
    };
  }
}

/** A text without halves of surrogate pairs; empty if it is blank, since providers refuse blank texts. */
function sendableText(text: string): string {
  return text.trim() === '' ? '' : text.toWellFormed();
}

function sendablePart(part: MessagePart): MessagePart[] {
  if (part.type === 'picture') return [part];
  const text = sendableText(part.text);
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Arguments without halves of surrogate pairs, which JSON writes as escapes that providers cannot parse. */
function sendableArguments(given: Record<string, unknown>): Record<string, unknown> {
  const json = JSON.stringify(given);
  if (!/\\ud[89a-f]/.test(json)) return given;
  const whole = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
  return JSON.parse(json, whole) as Record<string, unknown>;
}

/** The name of a called tool, which a model may have invented, in the characters that every provider accepts. */
function sendableName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME_CHARACTERS);
  return /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`.slice(0, MAX_NAME_CHARACTERS);
}
