import type { GenerateRequest, GenerateResult, ModelToolCall, TokenUsage } from '../language-model.ts';
import { usageOf } from '../calls/arrived-answer.ts';
import { ModelError } from '../model.errors.ts';
import type { AnswerText } from './answer-text.ts';
import { CALL_LIMIT_MS, StreamTimeout } from './stream-timeout.ts';
import { MAX_CALLS } from './tool-arguments.ts';

/** More than any model writes (128,000 tokens); a longer stream is invalid. */
const MAX_ANSWER_CHARACTERS = 1_000_000;
/** More than any call uses; a larger number is an error of the server. */
const MAX_TOKENS = 1_000_000_000;

/** Assembles an answer from the pieces of a stream. A whole answer comes as one piece, or split into the same pieces. */
export interface StreamedAnswer<Chunk> {
  /** Adds a piece. */
  add(chunk: Chunk): void;
  /** The text so far, and what was received besides: thoughts, names and arguments of calls. */
  readonly said: AnswerText;
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

const NO_USAGE: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };

/**
 * Reads one answer to its end. Afterwards the connection can be reused; after a failure it is closed.
 *
 * @throws ModelError, or the reason of the caller's signal.
 */
export async function readStream<Chunk>(call: StreamedCall<Chunk>): Promise<GenerateResult> {
  const { request, answer, label } = call;
  request.signal.throwIfAborted();
  const written = () => answer.said.text + answer.said.unseen;
  try {
    await readToEnd(call);
    if (!answer.finished)
      throw new ModelError(
        'BROKEN_STREAM',
        `The answer of ${label} broke off (${request.model}): it has no end.`,
      );
    // Some compatible servers report no usage.
    const usage = credible(answer) ?? (await usageOf(request, { written: written() }));
    const { toolCalls, ...result } = answer.result(usage);
    checkLimits(call, toolCalls.length);
    return { ...result, toolCalls: toolCalls.map((each) => withOfferedName(each, request)) };
  } catch (error) {
    request.onBrokenOff?.({ written: written(), usage: credible(answer) });
    throw error;
  }
}

/** Models also name a tool with its namespace, and with a number: `functions.look:0`, `default_api.look`. */
function withOfferedName(call: ModelToolCall, { tools }: GenerateRequest): ModelToolCall {
  const isOffered = (name: string | undefined) => tools.some((tool) => tool.name === name);
  const [, bare = ''] = /^\s*(?:\w+[.:/])?([\w-]+)(?::\d+)?\s*$/.exec(call.name) ?? [];
  return isOffered(call.name) || !isOffered(bare) ? call : { ...call, name: bare };
}

async function readToEnd<Chunk>(call: StreamedCall<Chunk>): Promise<void> {
  const { request, answer, label } = call;
  const { signal } = request;
  const timeout = new StreamTimeout(call.silenceLimitMs, call.callLimitMs ?? CALL_LIMIT_MS, signal);
  const late = () =>
    new ModelError(
      // A provider that still writes when the whole time is over is not ill.
      started && timeout.isWhole ? 'EXCESSIVE' : 'TIMEOUT',
      `${label} ${timeout.description} (${request.model}).`,
    );
  let started = false;
  let ended = false;
  try {
    const stream = await call.open(timeout.signal);
    started = true;
    for await (const chunk of stream) {
      // Some SDKs deliver buffered pieces before they notice the abort.
      signal.throwIfAborted();
      if (timeout.passed) throw late();
      timeout.restart();
      answer.add(chunk);
      report(answer, request);
      checkLimits(call, answer.callCount);
    }
    answer.said.end(answer.finished && answer.result(NO_USAGE).finishReason === 'stop');
    report(answer, request);
    ended = !signal.aborted && !timeout.passed;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.passed) throw late();
    throw error instanceof ModelError ? error : call.errorOf(error, started);
  } finally {
    // If an SDK only stops reading, the connection stays open and the provider continues to write.
    timeout.end(ended);
  }
  // Some SDKs end the loop without an error if the signal aborts or the connection is closed early.
  signal.throwIfAborted();
  if (timeout.passed) throw late();
}

/** Reports new text to the reader, if there is one. */
function report({ said }: StreamedAnswer<never>, { onText }: GenerateRequest): void {
  const { text, isVoid } = said.next();
  if (text || isVoid) onText?.(text, isVoid);
}

function checkLimits<Chunk>({ answer, label, request }: StreamedCall<Chunk>, calls: number): void {
  const { text, unseen } = answer.said;
  const problem =
    text.length + unseen.length > MAX_ANSWER_CHARACTERS
      ? `is longer than ${MAX_ANSWER_CHARACTERS} characters`
      : calls > MAX_CALLS && `asks for more than ${MAX_CALLS} calls at once`;
  if (problem) throw new ModelError('EXCESSIVE', `The answer of ${label} ${problem} (${request.model}).`);
}

/** Returns undefined for implausible numbers of compatible servers, since costs and budgets depend on them. */
function credible<Chunk>({ usage, said }: StreamedAnswer<Chunk>): TokenUsage | undefined {
  const isCredible = Object.values(usage ?? {}).every(
    (tokens: unknown) => Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= MAX_TOKENS,
  );
  // Some servers send zeros for what they do not count.
  const isCounted =
    usage && usage.promptTokens > 0 && (usage.completionTokens > 0 || said.text + said.unseen === '');
  return isCredible && isCounted ? usage : undefined;
}
