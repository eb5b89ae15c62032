import { randomUUID } from 'node:crypto';
import type { FinishReason as GoogleReason, GenerateContentResponse, Part } from '@google/genai';
import type { FinishReason, GenerateResult, ModelToolCall, TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { Thoughts } from './thoughts.ts';

/** Answers that broke in the provider's hands; the same request may go well the next time. */
const BROKEN = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
]);

/** Puts an answer together from the pieces of the stream. */
export class GoogleAnswer implements StreamedAnswer<GenerateContentResponse> {
  private text = '';
  unseen = '';
  private readonly calls: ModelToolCall[] = [];
  private readonly thoughts = new Thoughts();
  private reason?: FinishReason;
  private reported?: TokenUsage;

  constructor(private readonly model: string) {}

  /** @throws ModelError BROKEN_STREAM when the model wrote a call that Google could not read. */
  add(chunk: GenerateContentResponse): string {
    this.readUsage(chunk);
    if (chunk.promptFeedback?.blockReason) this.reason = 'refusal';
    const candidate = chunk.candidates?.[0];
    if (!candidate) return '';
    const parts = candidate.content?.parts ?? [];
    for (const part of parts) {
      this.readCall(part);
      this.readThought(part);
    }
    if (candidate.finishReason) this.reason = this.reasonOf(candidate.finishReason, candidate.finishMessage);
    const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
    this.text += text;
    return text;
  }

  get finished(): boolean {
    return this.reason !== undefined;
  }

  get callCount(): number {
    return this.calls.length;
  }

  get usage(): TokenUsage | undefined {
    return this.reported;
  }

  result(usage: TokenUsage): GenerateResult {
    const stopped = this.reason === undefined || this.reason === 'stop';
    return {
      text: this.text,
      toolCalls: this.calls,
      usage,
      finishReason: stopped && this.calls.length > 0 ? 'tool_calls' : (this.reason ?? 'stop'),
      ...this.thoughts.told,
    };
  }

  /** The last piece has the sums. */
  private readUsage({ usageMetadata: said }: GenerateContentResponse): void {
    if (said?.promptTokenCount === undefined) return;
    this.reported = {
      promptTokens: said.promptTokenCount + (said.toolUsePromptTokenCount ?? 0),
      cachedTokens: said.cachedContentTokenCount ?? 0,
      // Thoughts are paid for as output.
      completionTokens: (said.candidatesTokenCount ?? 0) + (said.thoughtsTokenCount ?? 0),
    };
  }

  private readThought({ thought, text = '', functionCall }: Part): void {
    if (!thought) {
      if (text || functionCall) this.thoughts.break();
      return;
    }
    this.unseen += text;
    this.thoughts.add(text);
  }

  private readCall({ functionCall: call, thoughtSignature: signature }: Part): void {
    if (!call) return;
    this.unseen += (call.name ?? '') + JSON.stringify(call.args ?? {});
    this.calls.push({
      // Gemini's own API gives calls no id.
      id: call.id || `call_${randomUUID()}`,
      name: call.name ?? '',
      arguments: call.args ?? {},
      ...(signature !== undefined && { signature }),
    });
  }

  private reasonOf(reason: GoogleReason, message: string | undefined): FinishReason {
    if (BROKEN.has(reason)) {
      const said = message ? `: ${message.slice(0, 300)}` : '';
      throw new ModelError(
        'BROKEN_STREAM',
        `The answer of Google cannot be read (${this.model}), ${reason}${said}`,
      );
    }
    return finishReasonOf(reason);
  }
}

/** What is filtered, for whatever reason, is a refusal: the provider would not say it. */
function finishReasonOf(reason: string): FinishReason {
  switch (reason) {
    case 'MAX_TOKENS':
      return 'length';
    case 'SAFETY':
    case 'RECITATION':
    case 'LANGUAGE':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'OTHER':
      return 'refusal';
    default:
      return 'stop';
  }
}
