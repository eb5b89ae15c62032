import type { GenerateRequest, GenerateResult, TokenUsage } from '../language-model.ts';
import { usageOf } from '../calls/arrived-answer.ts';
import { ModelError } from '../model.errors.ts';
import { CALL_LIMIT_MS, StreamTimeout } from './stream-timeout.ts';

/** More than any model writes (128,000 tokens); a longer stream is invalid. */
const MAX_ANSWER_CHARACTERS = 1_000_000;
/**
 * More than any model requests at once. Limited because all calls run in parallel, in the process that serves every
 * org.
 */
const MAX_CALLS = 128;
/** More than any call uses; a larger number is an error of the server. */
const MAX_TOKENS = 1_000_000_000;

/**
 * Maximum time between the end of the answer and the end of the connection; after it the connection is closed instead
 * of reused.
 */
const LINGER_MS = 1_000;
const FINISHED = new Error('The call is finished');

/** Assembles an answer from the pieces of a stream. A whole answer comes as one piece, or split into the same pieces. */
export interface StreamedAnswer<Chunk> {
  /** Adds a piece. @returns its text. */
  add(chunk: Chunk): string;
  /** Received content besides text: thoughts, names and arguments of calls. */
  readonly unseen: string;
  /** Number of calls that have begun. */
  readonly callCount: number;
  /** True once the provider has signalled the end. */
  readonly finished: boolean;
  /** Usage reported by the provider; undefined if a compatible server reports none. */
  readonly usage: TokenUsage | undefined;
  result(usage: TokenUsage): GenerateResult;
}

export interface StreamedCall<Chunk> {
  /** Display name of the provider, such as `OpenAI`. */
  label: string;
  request: GenerateRequest;
  /** Maximum wait for the first piece of an answer and between two pieces. */
  silenceLimitMs: number;
  /** Maximum time from the request to the end of the answer. */
  callLimitMs?: number;
  answer: StreamedAnswer<Chunk>;
  /** Sends the request and returns the pieces of its answer; the signal closes the connection. */
  open(signal: AbortSignal): Promise<AsyncIterable<Chunk> | Iterable<Chunk>>;
  /** Converts an error of the SDK; `started` is true if the answer had begun. */
  errorOf(cause: unknown, started: boolean): ModelError;
}

/**
 * Reads one answer to its end. Afterwards the connection can be reused; after a failure it is closed.
 *
 * @throws ModelError, or the reason of the caller's signal.
 */
export async function readStream<Chunk>(call: StreamedCall<Chunk>): Promise<GenerateResult> {
  const { request, answer, label } = call;
  request.signal.throwIfAborted();
  const text: string[] = [];
  try {
    await readToEnd(call, text);
    if (!answer.finished)
      throw new ModelError(
        'BROKEN_STREAM',
        `The answer of ${label} broke off (${request.model}): it has no end.`,
      );
  } catch (error) {
    request.onBrokenOff?.({ written: text.join('') + answer.unseen, usage: credible(answer.usage) });
    throw error;
  }
  // Some compatible servers report no usage.
  const counted = () => usageOf(request, { written: text.join('') + answer.unseen });
  return answer.result(credible(answer.usage) ?? (await counted()));
}

async function readToEnd<Chunk>(call: StreamedCall<Chunk>, received: string[]): Promise<void> {
  const { request, answer, label } = call;
  const { signal } = request;
  const timeout = new StreamTimeout(call.silenceLimitMs, call.callLimitMs ?? CALL_LIMIT_MS);
  const done = new AbortController();
  const silent = () => new ModelError('TIMEOUT', `${label} ${timeout.description} (${request.model}).`);
  let started = false;
  let ended = false;
  let characters = 0;
  try {
    const stream = await call.open(AbortSignal.any([signal, timeout.signal, done.signal]));
    started = true;
    for await (const chunk of stream) {
      // Some SDKs deliver buffered pieces before they notice the abort.
      signal.throwIfAborted();
      if (timeout.signal.aborted) throw silent();
      timeout.restart();
      const text = answer.add(chunk);
      received.push(text);
      if (text) request.onText?.(text);
      characters += text.length;
      if (characters + answer.unseen.length > MAX_ANSWER_CHARACTERS)
        throw new ModelError('BROKEN_STREAM', `The answer of ${label} has no end (${request.model}).`);
      if (answer.callCount > MAX_CALLS)
        throw new ModelError(
          'BROKEN_STREAM',
          `The answer of ${label} asks for more than ${MAX_CALLS} calls at once (${request.model}).`,
        );
    }
    ended = !signal.aborted && !timeout.signal.aborted;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.signal.aborted) throw silent();
    throw error instanceof ModelError ? error : call.errorOf(error, started);
  } finally {
    timeout.end();
    // If an SDK only stops reading, the connection stays open and the provider continues to write.
    if (ended) setTimeout(() => done.abort(FINISHED), LINGER_MS).unref();
    else done.abort(FINISHED);
  }
  // Some SDKs end the loop without an error if the signal aborts or the connection is closed early.
  signal.throwIfAborted();
  if (timeout.signal.aborted) throw silent();
}

/** Returns undefined for implausible numbers of compatible servers, since costs and budgets depend on them. */
function credible(usage: TokenUsage | undefined): TokenUsage | undefined {
  const isCredible = Object.values(usage ?? {}).every(
    (tokens: unknown) => Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= MAX_TOKENS,
  );
  return isCredible ? usage : undefined;
}
