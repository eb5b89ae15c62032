import type { GenerateRequest, GenerateResult, TokenUsage } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';
import { CALL_LIMIT_MS, Silence } from './silence.ts';

/** More than any model writes (128,000 tokens); what goes on beyond it is no answer. */
const MAX_ANSWER_CHARACTERS = 1_000_000;
/** More than any model asks for at once. All of them are made side by side, in the process that serves every org. */
const MAX_CALLS = 128;
/** More than any call uses; a number beyond it is a mistake of the server. */
const MAX_TOKENS = 1_000_000_000;

/** How long a connection may take to come to its end after the answer did; then it is closed rather than used again. */
const LINGER_MS = 1_000;
const OVER = new Error('The call is over');

/** Puts an answer together from the pieces of a stream. */
export interface StreamedAnswer<Chunk> {
  /** Takes one piece and returns the text that is new with it. */
  add(chunk: Chunk): string;
  /** What has arrived and is no text: thoughts, names and arguments of calls. */
  readonly unseen: string;
  /** How many calls have begun. */
  readonly callCount: number;
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
  /** Longest time from the request to the end of the answer. */
  callLimitMs?: number;
  answer: StreamedAnswer<Chunk>;
  /** Sends the request; the signal closes the connection. */
  open(signal: AbortSignal): Promise<AsyncIterable<Chunk>>;
  /** What an error of the SDK means; `started` tells that the answer had begun. */
  errorOf(cause: unknown, started: boolean): ModelError;
}

/**
 * Reads one answer to its end. The connection is free for the next call then; after a failure it is closed.
 *
 * @throws ModelError, or the reason of the caller's signal.
 */
export async function readStream<Chunk>(call: StreamedCall<Chunk>): Promise<GenerateResult> {
  const { request, answer, label } = call;
  request.signal.throwIfAborted();
  try {
    await readToEnd(call);
    if (!answer.finished)
      throw new ModelError(
        'BROKEN_STREAM',
        `The answer of ${label} broke off (${request.model}): it has no end.`,
      );
  } catch (error) {
    request.onBrokenOff?.({ unseen: answer.unseen, usage: credible(answer.usage) });
    throw error;
  }
  return answer.result(credible(answer.usage) ?? (await countedUsage(request, answer)));
}

async function readToEnd<Chunk>(call: StreamedCall<Chunk>): Promise<void> {
  const { request, answer, label } = call;
  const { signal } = request;
  const silence = new Silence(call.silenceLimitMs, call.callLimitMs ?? CALL_LIMIT_MS);
  const done = new AbortController();
  const silent = () => new ModelError('TIMEOUT', `${label} ${silence.said} (${request.model}).`);
  let started = false;
  let ended = false;
  let characters = 0;
  try {
    const stream = await call.open(AbortSignal.any([signal, silence.signal, done.signal]));
    started = true;
    for await (const chunk of stream) {
      // Some SDKs hand on what they had read before they notice the abort.
      signal.throwIfAborted();
      if (silence.signal.aborted) throw silent();
      silence.broken();
      const text = answer.add(chunk);
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
    ended = !signal.aborted && !silence.signal.aborted;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (silence.signal.aborted) throw silent();
    throw error instanceof ModelError ? error : call.errorOf(error, started);
  } finally {
    silence.end();
    // An SDK that stops reading leaves the connection to the provider, which would go on writing.
    if (ended) setTimeout(() => done.abort(OVER), LINGER_MS).unref();
    else done.abort(OVER);
  }
  // Some SDKs end the loop without an error when the signal aborts or the connection is closed early.
  signal.throwIfAborted();
  if (silence.signal.aborted) throw silent();
}

/** Compatible servers report what they like; costs, budgets and rows are made of it. */
function credible(usage: TokenUsage | undefined): TokenUsage | undefined {
  const isCredible = Object.values(usage ?? {}).every(
    (tokens: unknown) => Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= MAX_TOKENS,
  );
  return isCredible ? usage : undefined;
}

/** For compatible servers that report no usage, or none that can be. */
async function countedUsage<Chunk>(
  request: GenerateRequest,
  answer: StreamedAnswer<Chunk>,
): Promise<TokenUsage> {
  const { text } = answer.result({ promptTokens: 0, cachedTokens: 0, completionTokens: 0 });
  return {
    promptTokens: await countRequestTokens(request),
    cachedTokens: 0,
    completionTokens: await countTextTokens(text + answer.unseen),
  };
}
