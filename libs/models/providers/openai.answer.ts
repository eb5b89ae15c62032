import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { FinishReason, GenerateResult, TokenUsage } from '../language-model.ts';
import { finishReasonOf } from './openai.messages.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { toolCallOf } from './tool-arguments.ts';

interface PartialCall {
  id: string;
  name: string;
  json: string;
}

/** Puts an answer together from the pieces of the stream. */
export class OpenAiAnswer implements StreamedAnswer<ChatCompletionChunk> {
  private text = '';
  private readonly calls = new Map<number, PartialCall>();
  private finishReason?: FinishReason;
  private reported?: TokenUsage;
  private refused = false;

  /** Takes one piece and returns the text that is new with it. */
  add(chunk: ChatCompletionChunk): string {
    if (chunk.usage) {
      this.reported = {
        promptTokens: chunk.usage.prompt_tokens,
        cachedTokens: chunk.usage.prompt_tokens_details?.cached_tokens ?? 0,
        completionTokens: chunk.usage.completion_tokens,
      };
    }
    // Some compatible servers send pieces that hold nothing but the usage.
    const choice = chunk.choices?.[0];
    if (!choice) return '';
    if (choice.finish_reason) this.finishReason = finishReasonOf(choice.finish_reason);
    for (const delta of choice.delta?.tool_calls ?? []) {
      const call = this.calls.get(delta.index) ?? { id: '', name: '', json: '' };
      call.id ||= delta.id ?? '';
      call.name += delta.function?.name ?? '';
      call.json += delta.function?.arguments ?? '';
      this.calls.set(delta.index, call);
    }
    if (choice.delta?.refusal) this.refused = true;
    const text = (choice.delta?.content ?? '') + (choice.delta?.refusal ?? '');
    this.text += text;
    return text;
  }

  /** False while the provider has not said that it is done. */
  get finished(): boolean {
    return this.finishReason !== undefined;
  }

  /** What the provider reported; undefined where a compatible server does not report it. */
  get usage(): TokenUsage | undefined {
    return this.reported;
  }

  result(usage: TokenUsage): GenerateResult {
    const toolCalls = [...this.calls.entries()]
      .sort(([a], [b]) => a - b)
      .map(([index, { id, name, json }]) => toolCallOf(id || `call_${index}`, name, json));
    return { text: this.text, toolCalls, usage, finishReason: this.reason(toolCalls.length > 0) };
  }

  private reason(hasCalls: boolean): FinishReason {
    if (this.refused) return 'refusal';
    // Some compatible servers end an answer with calls by "stop".
    if (hasCalls && this.finishReason === 'stop') return 'tool_calls';
    return this.finishReason ?? 'stop';
  }
}
