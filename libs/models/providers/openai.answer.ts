import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { FinishReason, GenerateResult, TokenUsage } from '../language-model.ts';
import { finishReasonOf } from './openai.messages.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { Thoughts } from './thoughts.ts';
import { toolCallOf } from './tool-arguments.ts';

interface PartialCall {
  index: number;
  id: string;
  name: string;
  json: string;
}

/** A piece of the stream, or a whole answer. */
export type OpenAiPiece = ChatCompletionChunk | ChatCompletion;

/** Assembles an answer from the pieces of the stream. */
export class OpenAiAnswer implements StreamedAnswer<OpenAiPiece> {
  private text = '';
  unseen = '';
  private readonly calls: PartialCall[] = [];
  private readonly thoughts = new Thoughts();
  private finishReason?: FinishReason;
  private reported?: TokenUsage;
  private refused = false;

  /** Adds a piece. @returns its text. */
  add(chunk: OpenAiPiece): string {
    if (chunk.usage) {
      const { cached_tokens, cache_write_tokens } = chunk.usage.prompt_tokens_details ?? {};
      this.reported = {
        promptTokens: chunk.usage.prompt_tokens,
        cachedTokens: cached_tokens ?? 0,
        ...(cache_write_tokens && { cacheWriteTokens: cache_write_tokens }),
        completionTokens: chunk.usage.completion_tokens,
      };
    }
    // Some compatible servers send pieces that contain only the usage.
    const choice = chunk.choices?.[0];
    if (!choice) return '';
    if (choice.finish_reason) this.finishReason = finishReasonOf(choice.finish_reason);
    const delta: Partial<ChatCompletionChunk.Choice.Delta> | undefined =
      'message' in choice ? (choice.message as object) : choice.delta;
    const thought = thoughtOf(delta);
    this.unseen += thought;
    this.thoughts.add(thought);
    for (const [place, piece] of (delta?.tool_calls ?? []).entries()) {
      this.thoughts.break();
      const call = this.callOf(piece.index ?? place, piece.id);
      call.id ||= piece.id ?? '';
      const [name, json] = [piece.function?.name ?? '', textOf(piece.function?.arguments)];
      call.name += name;
      call.json += json;
      this.unseen += name + json;
    }
    if (delta?.refusal) this.refused = true;
    const text = (delta?.content ?? '') + (delta?.refusal ?? '');
    if (text) this.thoughts.break();
    this.text += text;
    return text;
  }

  /**
   * Finds the call of a piece. Some compatible servers send no index or the same index for all calls, so a new id starts a
   * new call.
   */
  private callOf(index: number, id: string | undefined): PartialCall {
    const known = this.calls.findLast((call) => call.index === index);
    if (known && (!id || !known.id || known.id === id)) return known;
    const call = { index, id: '', name: '', json: '' };
    this.calls.push(call);
    return call;
  }

  /** True once the provider has sent a finish reason. */
  get finished(): boolean {
    return this.finishReason !== undefined;
  }

  get callCount(): number {
    return this.calls.length;
  }

  /** Usage reported by the provider; undefined if a compatible server reports none. */
  get usage(): TokenUsage | undefined {
    return this.reported;
  }

  result(usage: TokenUsage): GenerateResult {
    const toolCalls = this.calls
      .toSorted((a, b) => a.index - b.index)
      .map(({ id, name, json }, place) => toolCallOf(id || `call_${place}`, name, json));
    const finishReason = this.reason(toolCalls.length > 0);
    return { text: this.text, toolCalls, usage, finishReason, ...this.thoughts.field };
  }

  private reason(hasCalls: boolean): FinishReason {
    if (this.refused) return 'refusal';
    // Some compatible servers finish an answer with calls with "stop".
    if (hasCalls && this.finishReason === 'stop') return 'tool_calls';
    return this.finishReason ?? 'stop';
  }
}

/** Returns the thoughts of a delta, which compatible servers send under one of two names. */
function thoughtOf(delta: object | undefined): string {
  const { reasoning_content: content, reasoning } = (delta ?? {}) as Record<string, unknown>;
  const thought = content ?? reasoning;
  return typeof thought === 'string' ? thought : '';
}

/** Converts arguments to text, since some compatible servers send them as a JSON object. */
function textOf(json: unknown): string {
  if (json === undefined || json === null) return '';
  return typeof json === 'string' ? json : JSON.stringify(json);
}
