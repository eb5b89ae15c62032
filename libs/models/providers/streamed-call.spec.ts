import { modelRequest } from '../testing/model-request.fixture.ts';
import type { GenerateResult, TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { AnswerText } from './answer-text.ts';
import { AnthropicAnswer } from './anthropic.answer.ts';
import { GoogleAnswer } from './google.answer.ts';
import { OpenAiAnswer } from './openai.answer.ts';
import { readStream, type StreamedAnswer } from './streamed-call.ts';

/** An answer of text pieces with the reported usage. */
function answerWith(usage: unknown): StreamedAnswer<string> {
  const said = new AnswerText();
  return {
    add: (piece) => said.say(piece),
    said,
    callCount: 0,
    finished: true,
    usage: usage as TokenUsage,
    result: (counted): GenerateResult => ({
      ...said.fields,
      toolCalls: [],
      usage: counted,
      finishReason: 'stop',
    }),
  };
}

const read = (pieces: () => AsyncIterable<string>, usage?: unknown, callLimitMs?: number) =>
  readInto(answerWith(usage), pieces, callLimitMs);

const readInto = <Piece>(
  answer: StreamedAnswer<Piece>,
  pieces: () => AsyncIterable<Piece>,
  callLimitMs?: number,
) =>
  readStream({
    label: 'The server',
    request: modelRequest('hi'),
    silenceLimitMs: 1_000,
    callLimitMs,
    answer,
    open: async () => pieces(),
    errorOf: (cause) => new ModelError('BROKEN_STREAM', String(cause)),
  });

async function* pieces(...texts: string[]): AsyncIterable<string> {
  yield* texts;
}

describe('an answer that is streamed', () => {
  it.each([
    ['nothing', undefined],
    ['no numbers', { promptTokens: undefined, cachedTokens: 0, completionTokens: undefined }],
    ['negative numbers', { promptTokens: -5, cachedTokens: 0, completionTokens: 10 }],
    ['no whole numbers', { promptTokens: 1.5, cachedTokens: 0, completionTokens: 10 }],
    ['text', { promptTokens: '7', cachedTokens: 0, completionTokens: 10 }],
    ['more than there can be', { promptTokens: 7, cachedTokens: 0, completionTokens: 1e15 }],
  ])('is counted locally if the server reports %s', async (_what, usage) => {
    const result = await read(() => pieces('Hello ', 'there'), usage);
    expect(result.usage).toEqual({ promptTokens: expect.any(Number), cachedTokens: 0, completionTokens: 2 });
    expect(result.usage.promptTokens).toBeGreaterThan(2);
  });

  it('is over our limits if it exceeds the maximum duration while sending data', async () => {
    async function* trickle(): AsyncIterable<string> {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield 'x';
      }
    }
    await expect(read(trickle, undefined, 60)).rejects.toMatchObject({
      errorClass: 'EXCESSIVE',
      message: expect.stringContaining('did not finish within 60 ms'),
    });
  });

  it('fails if it is longer than any answer', async () => {
    async function* flood(): AsyncIterable<string> {
      for (;;) yield 'x'.repeat(100_000);
    }
    await expect(read(flood)).rejects.toMatchObject({ errorClass: 'EXCESSIVE' });
  });

  const openaiCall = (index: number) => {
    const call = { index, id: `call_${index}`, function: { name: 'look', arguments: '{}' } };
    return { choices: [{ index: 0, delta: { tool_calls: [call] } }] };
  };
  const anthropicCall = (index: number) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', id: `call_${index}`, name: 'look', input: {} },
  });
  const googleCall = () => ({ candidates: [{ content: { parts: [{ functionCall: { name: 'look' } }] } }] });

  it.each([
    ['OpenAI', () => new OpenAiAnswer(), openaiCall],
    ['Anthropic', () => new AnthropicAnswer(), anthropicCall],
    ['Google', () => new GoogleAnswer('gemini'), googleCall],
  ])('fails if it requests too many calls (%s)', async (_provider, answer, call) => {
    let sent = 0;
    async function* flood(): AsyncIterable<never> {
      for (; sent < 10_000; sent += 1) yield call(sent) as never;
    }
    await expect(readInto(answer() as StreamedAnswer<never>, flood)).rejects.toMatchObject({
      errorClass: 'EXCESSIVE',
      message: expect.stringContaining('more than 128 calls at once'),
    });
    expect(sent).toBe(128);
  });
});
