import { randomUUID } from 'node:crypto';
import type { FinishReason as GoogleReason, GenerateContentResponse, Part } from '@google/genai';
import type { GenerateResult, ModelToolCall, TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { AnswerText } from './answer-text.ts';
import { finishReasonOf } from './finish-reason.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { argumentsText, toolCallsOf } from './tool-arguments.ts';

/** Finish reasons of answers that the provider could not process; a retry may succeed. */
const BROKEN = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
  'MISSING_THOUGHT_SIGNATURE',
]);

/** Assembles an answer from the pieces of the stream. */
export class GoogleAnswer implements StreamedAnswer<GenerateContentResponse> {
  readonly said = new AnswerText();
  private readonly calls: ModelToolCall[] = [];
  usage: TokenUsage | undefined;
  private reason?: string;

  constructor(private readonly model: string) {}

  /** @throws ModelError UNREADABLE if the model wrote a call that Google could not parse. */
  add(chunk: GenerateContentResponse): void {
    this.readUsage(chunk);
    if (chunk.promptFeedback?.blockReason) this.reason = 'refusal';
    const candidate = chunk.candidates?.[0];
    if (!candidate) return;
    for (const part of candidate.content?.parts ?? []) this.readPart(part);
    if (candidate.finishReason) this.reason = this.reasonOf(candidate.finishReason, candidate.finishMessage);
  }

  get finished(): boolean {
    return this.reason !== undefined;
  }

  get callCount(): number {
    return this.calls.length;
  }

  result(usage: TokenUsage): GenerateResult {
    const finishReason = finishReasonOf(this.reason, this.calls.length > 0);
    return { toolCalls: this.calls, usage, finishReason, ...this.said.fields };
  }

  /** Each piece reports running totals; the last one applies. */
  private readUsage({ usageMetadata: reported }: GenerateContentResponse): void {
    if (reported?.promptTokenCount === undefined) return;
    this.usage = {
      promptTokens: reported.promptTokenCount + (reported.toolUsePromptTokenCount ?? 0),
      cachedTokens: reported.cachedContentTokenCount ?? 0,
      // Thoughts are charged as output.
      completionTokens: (reported.candidatesTokenCount ?? 0) + (reported.thoughtsTokenCount ?? 0),
    };
  }

  private readPart(part: Part): void {
    this.readCall(part);
    if (part.functionCall) this.said.break();
    if (part.thought) this.said.think(part.text ?? '');
    else this.said.say(part.text ?? '');
  }

  private readCall({ functionCall: call, thoughtSignature: signature }: Part): void {
    if (!call) return;
    const { name } = call;
    const json = argumentsText(call.args);
    this.said.unseen += (name ?? '') + json;
    // Gemini's API gives calls no id.
    const made = toolCallsOf(call.id || `call_${randomUUID()}`, name ?? '', json);
    const signed = signature !== undefined && { signature, signedBy: this.model };
    this.calls.push(...made.map((one) => ({ ...one, ...signed })));
  }

  private reasonOf(reason: GoogleReason, message: string | undefined): string {
    if (BROKEN.has(reason)) {
      const detail = message ? `: ${message.slice(0, 300)}` : '';
      throw new ModelError(
        'UNREADABLE',
        `The answer of Google cannot be read (${this.model}), ${reason}${detail}`,
      );
    }
    // A gateway's `other` says nothing; Google's is a filter that it does not name.
    return reason === 'OTHER' ? 'refusal' : reason;
  }
}
