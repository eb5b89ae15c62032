import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult, LanguageModel } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';
import { OpenAiAnswer } from './openai.answer.ts';
import { openaiError } from './openai.errors.ts';
import { openaiRequest } from './openai.messages.ts';

export interface OpenAiSettings {
  /** `OPENAI_API_KEY`. One is used until it is refused or limited, then the next. */
  apiKeys: string[];
  /** `OPENAI_BASE_URL`: any server that speaks chat completions. OpenAI's own when absent. */
  baseUrl?: string;
  /** Longest wait for the first piece of an answer and between two pieces. */
  silenceLimitMs?: number;
}

/** Reasoning models think for long before they begin to answer. */
const SILENCE_LIMIT_MS = 120_000;

/** OpenAI, and every server that speaks its chat completions, through the official SDK. */
export class OpenAiModel implements LanguageModel {
  readonly provider = 'openai';
  private readonly clients = new Map<string, Promise<OpenAI>>();
  /** Place of the key that answered last. */
  private current = 0;

  constructor(private readonly settings: OpenAiSettings) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    const { apiKeys } = this.settings;
    const first = this.current;
    let limited: ModelError | undefined;
    for (let tried = 0; ; tried += 1) {
      const place = (first + tried) % Math.max(1, apiKeys.length);
      try {
        const result = await this.generateWith(apiKeys[place], request);
        this.current = place;
        return result;
      } catch (error) {
        if (!isOfKey(error)) throw error;
        // A key that is limited will be free again; that another one was refused is no reason to give up.
        if (error.retry === 'retry') limited ??= error;
        if (tried + 1 >= apiKeys.length) throw limited ?? error;
      }
    }
  }

  private async generateWith(apiKey: string | undefined, request: GenerateRequest): Promise<GenerateResult> {
    const { signal } = request;
    signal.throwIfAborted();
    const client = await this.connect(apiKey);
    // Servers that speak its language seldom know strict mode, and some refuse it.
    const dialect = { strict: this.settings.baseUrl === undefined };
    const silence = new Silence(this.settings.silenceLimitMs ?? SILENCE_LIMIT_MS);
    const answer = new OpenAiAnswer();
    let started = false;
    try {
      const stream = await client.chat.completions.create(openaiRequest(request, dialect), {
        signal: AbortSignal.any([signal, silence.signal]),
      });
      started = true;
      for await (const chunk of stream) {
        silence.broken();
        const text = answer.add(chunk);
        if (text) request.onText?.(text);
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (silence.signal.aborted) throw silence.error(request.model);
      throw openaiError(error, request.model, started);
    } finally {
      silence.end();
    }
    // The SDK ends the loop without an error when the signal aborts or the connection is closed early.
    signal.throwIfAborted();
    if (silence.signal.aborted) throw silence.error(request.model);
    if (!answer.finished) {
      throw new ModelError(
        'BROKEN_STREAM',
        `The answer of OpenAI broke off (${request.model}): it has no end.`,
      );
    }
    return answer.result(answer.usage ?? (await countedUsage(request, answer)));
  }

  private connect(apiKey: string | undefined): Promise<OpenAI> {
    if (!apiKey) throw new ModelError('NOT_CONFIGURED', 'OpenAI is not configured: set OPENAI_API_KEY.');
    const known = this.clients.get(apiKey);
    if (known) return known;
    const client = import('openai').then(
      // Waiting and trying again is the router's work, which knows other models.
      ({ OpenAI }) => new OpenAI({ apiKey, baseURL: this.settings.baseUrl ?? null, maxRetries: 0 }),
    );
    this.clients.set(apiKey, client);
    return client;
  }
}

/** Another key may get the same request through. Both are answers to the request itself: no text has been sent yet. */
function isOfKey(error: unknown): error is ModelError {
  return (
    error instanceof ModelError &&
    (error.errorClass === 'RATE_LIMITED' || error.errorClass === 'KEY_REJECTED')
  );
}

/** For compatible servers that report no usage. */
async function countedUsage(request: GenerateRequest, answer: OpenAiAnswer) {
  const { text, toolCalls } = answer.result({ promptTokens: 0, cachedTokens: 0, completionTokens: 0 });
  const written = text + toolCalls.map((call) => call.name + JSON.stringify(call.arguments)).join('');
  return {
    promptTokens: await countRequestTokens(request),
    cachedTokens: 0,
    completionTokens: await countTextTokens(written),
  };
}

/** Aborts when nothing was heard for too long. */
class Silence {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;

  constructor(private readonly limitMs: number) {
    this.timer = this.wait();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something was heard. */
  broken(): void {
    this.end();
    this.timer = this.wait();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  error(model: string): ModelError {
    return new ModelError('TIMEOUT', `OpenAI was silent for ${this.limitMs} ms (${model}).`);
  }

  private wait(): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort(), this.limitMs);
  }
}
