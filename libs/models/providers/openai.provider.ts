import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult, LanguageModel } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';
import { OpenAiAnswer } from './openai.answer.ts';
import { openaiError } from './openai.errors.ts';
import { openaiRequest } from './openai.messages.ts';

export interface OpenAiSettings {
  /** `OPENAI_API_KEY`; the first one is used. */
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
  private client?: Promise<OpenAI>;

  constructor(private readonly settings: OpenAiSettings) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    const { signal } = request;
    signal.throwIfAborted();
    const client = await this.connect();
    const silence = new Silence(this.settings.silenceLimitMs ?? SILENCE_LIMIT_MS);
    const answer = new OpenAiAnswer();
    let started = false;
    try {
      const stream = await client.chat.completions.create(openaiRequest(request), {
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

  private connect(): Promise<OpenAI> {
    const [apiKey] = this.settings.apiKeys;
    if (!apiKey) throw new ModelError('NOT_CONFIGURED', 'OpenAI is not configured: set OPENAI_API_KEY.');
    this.client ??= import('openai').then(
      // Waiting and trying again is the router's work, which knows other keys and models.
      ({ OpenAI }) => new OpenAI({ apiKey, baseURL: this.settings.baseUrl ?? null, maxRetries: 0 }),
    );
    return this.client;
  }
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
