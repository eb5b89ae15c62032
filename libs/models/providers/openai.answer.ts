import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import type { GenerateResult, TokenUsage } from '../language-model.ts';
import { finishReasonOf } from './finish-reason.ts';
import { GrowingText } from './growing-text.ts';
import { OpenAiCalls, type CallPiece } from './openai.calls.ts';
import type { StreamedAnswer } from './streamed-call.ts';

/** A piece of the stream, or a whole answer. */
export type OpenAiPiece = ChatCompletionChunk | ChatCompletion;

/** A message, or a piece of it, as servers send it. */
interface Delta {
  content?: unknown;
  refusal?: string | null;
  tool_calls?: CallPiece[] | null;
  /** The form of calls before tools. */
  function_call?: CallPiece['function'];
  /** Thoughts, for which servers have several names. */
  reasoning_content?: unknown;
  reasoning?: unknown;
  thinking?: unknown;
  reasoning_details?: unknown;
}

/** Finish reasons of answers that the provider could not write to their end. */
const FAILED: ReadonlySet<string> = new Set(['error', 'network_error', 'insufficient_system_resource']);

/** Types of content parts that are thoughts. */
const THOUGHT = /think|thought|reason|summary|analysis/i;

/** Assembles an answer from the pieces of the stream. */
export class OpenAiAnswer implements StreamedAnswer<OpenAiPiece> {
  readonly said = new GrowingText();
  private readonly calls: OpenAiCalls;
  usage: TokenUsage | undefined;
  private finishReason?: string;
  private refused = false;
  /** True once a delta has carried something. Perplexity sends the message so far beside each delta. */
  private hasDeltas = false;

  /** @param tools names of the offered tools. */
  constructor(tools: Iterable<string> = []) {
    this.calls = new OpenAiCalls(new Set(tools));
  }

  add(chunk: OpenAiPiece): void {
    // Some compatible servers send pieces that contain only the usage.
    const choice = chunk.choices?.[0];
    this.readUsage(usageIn(chunk) ?? (choice && usageIn(choice)));
    if (!choice) return;
    // A gateway whose provider fails within the answer.
    if (FAILED.has(choice.finish_reason ?? ''))
      throw Object.assign(new Error('it ended with an error'), {
        error: (choice as { error?: object }).error,
      });
    const { delta, message } = choice as { delta?: Delta | null; message?: Delta | null };
    if (choice.finish_reason) this.finishReason = choice.finish_reason;
    else if (message && !delta) this.finishReason = 'stop';
    if (this.read(delta ?? {})) this.hasDeltas = true;
    else if (!this.hasDeltas) this.read(message ?? {});
  }

  /** Reads a message, or a piece of it. @returns true if it has text, thoughts or calls. */
  private read(delta: Delta): boolean {
    const thoughts = [delta.reasoning_content, delta.reasoning, delta.thinking, delta.reasoning_details];
    // Some servers send the same thought under two names.
    const thought = thoughts.map(textIn).find((each) => each !== '') ?? '';
    this.said.think(thought);
    const calls =
      delta.tool_calls ?? (delta.function_call ? [{ index: 0, function: delta.function_call }] : []);
    if (calls.length !== 0) {
      this.said.break();
      this.said.unseen += this.calls.add(calls);
    }
    this.readContent(delta.content);
    if (delta.refusal) this.refused = true;
    this.said.say(delta.refusal);
    return calls.length !== 0 || thought + textIn(delta.content) + (delta.refusal ?? '') !== '';
  }

  /** True once the provider has sent a finish reason. */
  get finished(): boolean {
    return this.finishReason !== undefined;
  }

  get callCount(): number {
    return this.calls.count;
  }

  result(usage: TokenUsage): GenerateResult {
    const toolCalls = this.calls.result();
    const finishReason = this.refused ? 'refusal' : finishReasonOf(this.finishReason, toolCalls.length > 0);
    return { toolCalls, usage, finishReason, ...this.said.fields };
  }

  /** Reads the content: text, or parts with text and thoughts. */
  private readContent(content: unknown): void {
    let text = '';
    for (const part of Array.isArray(content) ? content : [content]) {
      const type = String((part as { type?: unknown } | null)?.type ?? '');
      if (type === 'refusal') this.refused = true;
      if (THOUGHT.test(type)) this.said.think(textIn(part));
      else text += textIn(part);
    }
    // At once, because a part may begin like the one before it.
    this.said.say(text);
  }

  private readUsage(usage: CompletionUsage | undefined): void {
    if (!usage) return;
    const { cached_tokens, cache_write_tokens } = usage.prompt_tokens_details ?? {};
    this.usage = {
      promptTokens: usage.prompt_tokens,
      cachedTokens: cached_tokens ?? 0,
      ...(cache_write_tokens && { cacheWriteTokens: cache_write_tokens }),
      completionTokens: usage.completion_tokens,
    };
  }
}

/** The usage of a piece, which some servers put into the choice or into a field of their own. */
function usageIn(piece: object): CompletionUsage | undefined {
  const { usage, x_groq } = piece as { usage?: CompletionUsage; x_groq?: { usage?: CompletionUsage } };
  return usage ?? x_groq?.usage ?? undefined;
}

/** Fields in which servers send the text of a part. */
const TEXTS = 'text output_text thinking reasoning summary content refusal parts value'.split(' ');

/** The text of a part, or of a list of parts. */
function textIn(part: unknown): string {
  if (typeof part === 'string') return part;
  if (Array.isArray(part)) return part.map(textIn).join('');
  if (typeof part !== 'object' || part === null) return '';
  const fields = part as Record<string, unknown>;
  return textIn(TEXTS.map((name) => fields[name]).find((text) => text !== undefined && text !== null));
}
