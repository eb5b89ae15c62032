import type {
  ContentBlock,
  Message,
  RawMessageStreamEvent,
  StopReason,
} from '@anthropic-ai/sdk/resources/messages';
import type { GenerateResult, ModelToolCall, TokenUsage } from '../language-model.ts';
import { AnswerText } from './answer-text.ts';
import { finishReasonOf } from './finish-reason.ts';
import type { StreamedAnswer } from './streamed-call.ts';
import { argumentsText, SentArguments, toolCallsOf } from './tool-arguments.ts';

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
  readonly said = new AnswerText();
  /** Calls by the number of their block, which some compatible servers do not count. */
  private readonly calls: { index: number; id: string; name: string; sent: SentArguments }[] = [];
  private stopReason?: StopReason;
  private stopped = false;
  private reported?: ReportedTokens;

  /** @param answerTool the tool whose arguments are the answer, if the answer must match a schema. */
  constructor(private readonly answerTool?: string) {}

  add(event: AnthropicPiece): void {
    switch (event.type) {
      case 'message':
        this.readUsage(event.usage);
        this.stopReason = event.stop_reason ?? undefined;
        this.stopped = true;
        for (const [index, block] of blocksOf(event.content).entries()) this.begin(index, block);
        return;
      case 'message_start':
        this.readUsage(event.message.usage);
        return;
      case 'content_block_start':
        this.begin(event.index, event.content_block);
        return;
      case 'content_block_delta':
        if (event.delta.type === 'text_delta') this.said.say(event.delta.text);
        if (event.delta.type === 'thinking_delta') this.said.think(event.delta.thinking);
        if (event.delta.type === 'input_json_delta') {
          const call = this.calls.findLast(({ index }) => index === event.index);
          const json = argumentsText(event.delta.partial_json);
          call?.sent.add(json);
          this.said.unseen += json;
        }
        return;
      case 'message_delta':
        this.readUsage(event.usage);
        this.stopReason = event.delta.stop_reason ?? this.stopReason;
        return;
      case 'message_stop':
        this.stopped = true;
        return;
      default:
        // The end of a block, and events unknown to this version of the SDK.
        return;
    }
  }

  /** Some compatible servers send the reason, and no event for the end. */
  get finished(): boolean {
    return this.stopped || this.stopReason !== undefined;
  }

  get callCount(): number {
    return this.calls.length;
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
    const made = this.calls.flatMap(({ id, name, sent }) => toolCallsOf(id, name, sent.text));
    const answer = made.find(({ name }) => name === this.answerTool);
    const toolCalls = made.filter((call) => call !== answer);
    const reason = finishReasonOf(this.stopReason, toolCalls.length > 0);
    const isAnswered = answer && toolCalls.length === 0 && reason === 'tool_calls';
    const finishReason = isAnswered ? 'stop' : reason;
    return { toolCalls, usage, finishReason, ...this.said.fields, ...(answer && { text: jsonOf(answer) }) };
  }

  private begin(index: number, block: ContentBlock): void {
    if (block.type !== 'text') this.said.break();
    if (block.type === 'thinking') this.said.think(block.thinking);
    if (block.type === 'text') this.said.say(block.text);
    if (block.type !== 'tool_use') return;
    const { id, name } = block;
    // Some servers begin a block twice.
    if (id && this.calls.some((call) => call.id === id && call.index === index && call.name === name)) return;
    const input = argumentsText(block.input);
    this.calls.push({ index, id, name, sent: new SentArguments(input) });
    this.said.unseen += name + (input === '{}' ? '' : input);
  }

  /** Later events replace the numbers of earlier ones, except by 0, which events use for unknown values. */
  private readUsage(usage: ReportedTokens | undefined): void {
    if (!usage) return;
    const known = Object.entries(usage).filter(([, tokens]) => typeof tokens === 'number' && tokens > 0);
    this.reported = { ...this.reported, ...(Object.fromEntries(known) as ReportedTokens) };
  }
}

/** Some compatible servers send a text in place of the blocks, or none. */
function blocksOf(content: ContentBlock[] | string | null): ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content, citations: null }] : (content ?? []);
}

function jsonOf({ malformed, arguments: input }: ModelToolCall): string {
  return malformed ?? JSON.stringify(input);
}
