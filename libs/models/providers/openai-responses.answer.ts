import type {
  Response,
  ResponseFunctionToolCall,
  ResponseOutputItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import type { FinishReason, GenerateResult, TokenUsage } from '../language-model.ts';
import { AnswerText } from './answer-text.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { toolCallsOf } from './tool-arguments.ts';

/** An event of the stream, or a whole answer. */
export type ResponsesPiece = ResponseStreamEvent | (Response & { type?: undefined });

/** Assembles an answer of OpenAI's Responses API. */
export class ResponsesAnswer implements StreamedAnswer<ResponsesPiece> {
  readonly said = new AnswerText();
  callCount = 0;
  private readonly calls: ResponseFunctionToolCall[] = [];
  private refused = false;
  private end?: Response;

  /** @throws an error like the SDK's if the provider reports in the answer that it failed. */
  add(piece: ResponsesPiece): void {
    switch (piece.type) {
      case undefined:
        for (const item of piece.output ?? []) this.readWhole(item);
        this.finish(piece);
        return;
      case 'response.output_item.added':
        this.begin(piece.item);
        return;
      case 'response.output_text.delta':
        this.said.say(piece.delta);
        return;
      case 'response.refusal.delta':
        this.refused = true;
        this.said.say(piece.delta);
        return;
      case 'response.reasoning_summary_text.delta':
        this.said.think(piece.delta);
        return;
      case 'response.function_call_arguments.delta':
        this.said.unseen += piece.delta;
        return;
      case 'response.output_item.done':
        if (piece.item.type === 'function_call') this.calls.push(piece.item);
        return;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        this.finish(piece.response);
        return;
      case 'error':
        throw failureIn(piece);
      default:
        return;
    }
  }

  get finished(): boolean {
    return this.end?.status !== undefined;
  }

  get usage(): TokenUsage | undefined {
    const { usage } = this.end ?? {};
    if (!usage) return undefined;
    const { cached_tokens, cache_write_tokens } = usage.input_tokens_details ?? {};
    return {
      promptTokens: usage.input_tokens,
      cachedTokens: cached_tokens ?? 0,
      ...(cache_write_tokens && { cacheWriteTokens: cache_write_tokens }),
      completionTokens: usage.output_tokens,
    };
  }

  result(usage: TokenUsage): GenerateResult {
    const toolCalls = this.calls.flatMap(({ call_id, name, arguments: json }) =>
      toolCallsOf(call_id, name, json),
    );
    const finishReason = this.reasonOf(toolCalls.length > 0);
    return { toolCalls, usage, finishReason, ...this.said.fields };
  }

  private begin(item: ResponseOutputItem): void {
    this.said.break();
    if (item.type !== 'function_call') return;
    this.callCount += 1;
    this.said.unseen += item.name;
  }

  private readWhole(item: ResponseOutputItem): void {
    this.begin(item);
    if (item.type === 'function_call') this.calls.push(item);
    if (item.type === 'reasoning') for (const { text } of item.summary) this.said.think(text);
    if (item.type !== 'message') return;
    for (const part of item.content) this.said.say(part.type === 'refusal' ? part.refusal : part.text);
    if (item.content.some(({ type }) => type === 'refusal')) this.refused = true;
  }

  private finish(response: Response): void {
    if (response.status === 'failed') throw failureIn(response.error);
    this.end = response;
  }

  private reasonOf(hasCalls: boolean): FinishReason {
    const { status, incomplete_details: cut } = this.end ?? {};
    if (this.refused || cut?.reason === 'content_filter') return 'refusal';
    if (status === 'incomplete') return 'length';
    return hasCalls ? 'tool_calls' : 'stop';
  }
}

/** An error without a code is one of the provider's server. */
function failureIn(error: { code?: string | null; message?: string } | null): Error {
  const { code, message = 'no message' } = error ?? {};
  return Object.assign(new Error(message), { error: { code: code ?? 'server_error', message } });
}
