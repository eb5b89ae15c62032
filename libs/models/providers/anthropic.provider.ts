import type { Anthropic } from '@anthropic-ai/sdk';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { AnthropicAnswer } from './anthropic.answer.ts';
import { anthropicError } from './anthropic.errors.ts';
import { anthropicRequest } from './anthropic.messages.ts';
import { KeyedModel, type ProviderSettings } from './keyed-model.ts';
import { SILENCE_LIMIT_MS } from './silence.ts';
import { readStream } from './streamed-call.ts';

/** Anthropic's Messages API, through the official SDK. */
export class AnthropicModel extends KeyedModel<Anthropic> {
  readonly provider = 'anthropic';
  protected readonly label = 'Anthropic';
  protected readonly setting = 'ANTHROPIC_API_KEY';

  constructor(settings: ProviderSettings) {
    super(settings);
  }

  protected async connect(apiKey: string): Promise<Anthropic> {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    // Waiting and trying again is the router's work; a token of the environment is no key of ours.
    return new Client({
      apiKey,
      authToken: null,
      baseURL: this.settings.baseUrl ?? null,
      maxRetries: 0,
      logLevel: 'off',
    });
  }

  protected ask(client: Anthropic, request: GenerateRequest): Promise<GenerateResult> {
    return readStream({
      label: this.label,
      request,
      silenceLimitMs: this.settings.silenceLimitMs ?? SILENCE_LIMIT_MS,
      callLimitMs: this.settings.callLimitMs,
      answer: new AnthropicAnswer(request.responseSchema?.name),
      open: (signal) => client.messages.create(anthropicRequest(request), { signal }),
      errorOf: (cause, started) =>
        anthropicError(
          cause,
          { label: this.label, setting: this.keySetting, model: request.model },
          started,
          this.clock,
        ),
    });
  }
}
