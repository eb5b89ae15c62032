import type { Anthropic } from '@anthropic-ai/sdk';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { AnthropicAnswer } from './anthropic.answer.ts';
import { anthropicError } from './anthropic.errors.ts';
import { anthropicRequest } from './anthropic.messages.ts';
import { KeyedModel } from './keyed-model.ts';

/** Anthropic's Messages API, through the official SDK. */
export class AnthropicModel extends KeyedModel<Anthropic> {
  readonly provider = 'anthropic';
  protected readonly label = 'Anthropic';
  protected readonly setting = 'ANTHROPIC_API_KEY';

  protected async connect(apiKey: string): Promise<Anthropic> {
    const { Anthropic: Client } = await import('@anthropic-ai/sdk');
    // The router handles retries. A token in the environment must not be used.
    return new Client({
      apiKey,
      authToken: null,
      baseURL: this.settings.baseUrl ?? null,
      maxRetries: 0,
      logLevel: 'off',
    });
  }

  protected ask(client: Anthropic, request: GenerateRequest): Promise<GenerateResult> {
    return this.read(request, {
      answer: new AnthropicAnswer(request.responseSchema?.name),
      open: (signal) => client.messages.create(anthropicRequest(request), { signal }),
      errorOf: (cause, started) => anthropicError(cause, this.named(request.model), started, this.clock),
    });
  }
}
