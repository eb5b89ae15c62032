import type { GenerateRequest, GenerateResult, TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';
import { Silence } from './silence.ts';

/** Puts an answer together from the pieces of a stream. */
export interface StreamedAnswer<Chunk> {
  /** Takes one piece and returns the text that is new with it. */
  add(chunk: Chunk): string;
  /** False while the provider has not said that it is done. */
  readonly finished: boolean;
  /** What the provider reported; undefined where a compatible server does not report it. */
  readonly usage: TokenUsage | undefined;
  result(usage: TokenUsage): GenerateResult;
}

export interface StreamedCall<Chunk> {
  /** As people call the provider, such as `OpenAI`. */
  label: string;
  request: GenerateRequest;
  silenceLimitMs: number;
  answer: StreamedAnswer<Chunk>;
  /** Sends the request; the signal closes the connection. */
  open(signal: AbortSignal): Promise<AsyncIterable<Chunk>>;
  /** What an error of the SDK means; `started` tells that the answer had begun. */
  errorOf(cause: unknown, started: boolean): ModelError;
}

/**
 * Reads one answer to its end. Whatever happens, the connection is closed when it returns.
 *
 * @throws ModelError, or the reason of the caller's signal.
 */
export async function readStream<Chunk>(call: StreamedCall<Chunk>): Promise<GenerateResult> {
  const { request, answer, label } = call;
  const { signal } = request;
  signal.throwIfAborted();
  const silence = new Silence(call.silenceLimitMs);
  const done = new AbortController();
  const silent = () =>
    new ModelError('TIMEOUT', `${label} was silent for ${silence.limitMs} ms (${request.model}).`);
  let started = false;
  try {
    const stream = await call.open(AbortSignal.any([signal, silence.signal, done.signal]));
    started = true;
    for await (const chunk of stream) {
      // Some SDKs hand on what they had read before they notice the abort.
      signal.throwIfAborted();
      silence.broken();
      const text = answer.add(chunk);
      if (text) request.onText?.(text);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (silence.signal.aborted) throw silent();
    throw error instanceof ModelError ? error : call.errorOf(error, started);
  } finally {
    silence.end();
    // An SDK that stops reading leaves the connection to the provider, which would go on writing.
    done.abort();
  }
  // Some SDKs end the loop without an error when the signal aborts or the connection is closed early.
  signal.throwIfAborted();
  if (silence.signal.aborted) throw silent();
  if (!answer.finished) {
    throw new ModelError(
      'BROKEN_STREAM',
      `The answer of ${label} broke off (${request.model}): it has no end.`,
    );
  }
  return answer.result(answer.usage ?? (await countedUsage(request, answer)));
}

/** For compatible servers that report no usage. */
async function countedUsage<Chunk>(
  request: GenerateRequest,
  answer: StreamedAnswer<Chunk>,
): Promise<TokenUsage> {
  const { text, toolCalls } = answer.result({ promptTokens: 0, cachedTokens: 0, completionTokens: 0 });
  const written = text + toolCalls.map((call) => call.name + JSON.stringify(call.arguments)).join('');
  return {
    promptTokens: await countRequestTokens(request),
    cachedTokens: 0,
    completionTokens: await countTextTokens(written),
  };
}
