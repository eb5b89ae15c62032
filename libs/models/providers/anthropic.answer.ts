import type {
  ContentBlock,
  Message,
  RawMessageStreamEvent,
  StopReason,
} from '@anthropic-ai/sdk/resources/messages';
import type { FinishReason, GenerateResult, ModelToolCall, TokenUsage } from '../language-model.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { Thoughts } from './thoughts.ts';
import { toolCallOf } from './tool-arguments.ts';

interface ReportedTokens {
  input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  output_tokens?: number | null;
}

/** An event of the stream, or a whole answer. */
export type AnthropicPiece = RawMessageStreamEvent | Message;

/** Assembles an answer from the events of the stream. */
export class AnthropicAnswer implements StreamedAnswer<AnthropicPiece> {
  private text = '';
  unseen = '';
  private readonly thoughts = new Thoughts();
  private readonly calls = new Map<number, { id: string; name: string; json: string }>();
  private stopReason?: StopReason;
  private stopped = false;
  private reported?: ReportedTokens;

  /** @param answerTool the tool whose arguments are the answer, if the answer must match a schema. */
  constructor(private readonly answerTool?: string) {}

  add(event: AnthropicPiece): string {
    switch (event.type) {
      case 'message':
        this.readUsage(event.usage);
        this.stopReason = event.stop_reason ?? undefined;
        this.stopped = this.stopReason !== undefined;
        return event.content.map((block, index) => this.begin(index, block, true)).join('');
      case 'message_start':
        this.readUsage(event.message.usage);
        return '';
      case 'content_block_start':
        return this.begin(event.index, event.content_block, false);
      case 'content_block_delta':
        if (event.delta.type === 'text_delta') return this.say(event.delta.text);
        if (event.delta.type === 'thinking_delta') this.think(event.delta.thinking);
        if (event.delta.type === 'input_json_delta') {
          const call = this.calls.get(event.index);
          if (call) call.json += event.delta.partial_json;
          this.unseen += event.delta.partial_json;
        }
        return '';
      case 'message_delta':
        this.readUsage(event.usage);
        this.stopReason = event.delta.stop_reason ?? this.stopReason;
        return '';
      case 'message_stop':
        this.stopped = true;
        return '';
      case 'content_block_stop':
        return '';
      default:
        // Events unknown to this version of the SDK.
        return '';
    }
  }

  get finished(): boolean {
    return this.stopped;
  }

  get callCount(): number {
    return this.calls.size;
  }

  /** Anthropic reports cached input separately; `promptTokens` includes it. */
  get usage(): TokenUsage | undefined {
    if (!this.reported) return undefined;
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } =
      this.reported;
    const cachedTokens = cache_read_input_tokens ?? 0;
    const cacheWriteTokens = cache_creation_input_tokens ?? 0;
    return {
      promptTokens: (input_tokens ?? 0) + cacheWriteTokens + cachedTokens,
      cachedTokens,
      ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
      completionTokens: output_tokens ?? 0,
    };
  }

  result(usage: TokenUsage): GenerateResult {
    const made = [...this.calls.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, { id, name, json }]) => toolCallOf(id, name, json));
    const answer = made.find(({ name }) => name === this.answerTool);
    const toolCalls = made.filter((call) => call !== answer);
    return {
      text: answer ? jsonOf(answer) : this.text,
      toolCalls,
      usage,
      finishReason: answer && toolCalls.length === 0 && !this.cut ? 'stop' : this.finishReason,
      ...this.thoughts.field,
    };
  }

  private begin(index: number, block: ContentBlock, isWhole: boolean): string {
    this.thoughts.break();
    if (block.type === 'thinking') this.think(block.thinking);
    if (block.type === 'tool_use') {
      const json = isWhole ? JSON.stringify(block.input) : '';
      this.calls.set(index, { id: block.id, name: block.name, json });
      this.unseen += block.name + json;
    }
    return block.type === 'text' ? this.say(block.text) : '';
  }

  private think(thought: string): void {
    this.unseen += thought;
    this.thoughts.add(thought);
  }

  private say(text: string): string {
    this.text += text;
    return text;
  }

  /** Later events replace the numbers of earlier ones, except by 0, which events use for unknown values. */
  private readUsage(usage: ReportedTokens | undefined): void {
    if (!usage) return;
    const known = Object.entries(usage).filter(([, tokens]) => typeof tokens === 'number' && tokens > 0);
    this.reported = { ...this.reported, ...(Object.fromEntries(known) as ReportedTokens) };
  }

  private get cut(): boolean {
    return this.finishReason === 'length';
  }

  private get finishReason(): FinishReason {
    switch (this.stopReason) {
      case 'max_tokens':
      case 'model_context_window_exceeded':
        return 'length';
      case 'refusal':
        return 'refusal';
      case 'tool_use':
        return 'tool_calls';
      case 'end_turn':
      case 'stop_sequence':
      case 'pause_turn':
      case undefined:
        return this.calls.size > 0 ? 'tool_calls' : 'stop';
      default:
        // Reasons unknown to this version of the SDK.
        return 'stop';
    }
  }
}

function jsonOf({ malformed, arguments: input }: ModelToolCall): string {
  return malformed ?? JSON.stringify(input);
}
