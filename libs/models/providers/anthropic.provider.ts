import type { Anthropic } from '@anthropic-ai/sdk';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { AnthropicAnswer, type AnthropicPiece } from './anthropic.answer.ts';
import { anthropicRequest } from './anthropic.messages.ts';
import { KeyedModel } from './keyed-model.ts';
import { sdkError } from './sdk.errors.ts';
import { sdkFetch } from './sdk-fetch.ts';
import { CALL_LIMIT_MS } from './stream-timeout.ts';
import { wholeBody } from './whole-body.ts';

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
      fetch: sdkFetch,
    });
  }

  protected ask(client: Anthropic, request: GenerateRequest): Promise<GenerateResult> {
    return this.read(request, {
      answer: new AnthropicAnswer(request.responseSchema?.name),
      open: (signal): Promise<AsyncIterable<AnthropicPiece>> => {
        const sent = anthropicRequest(request);
        if (request.onText) return client.messages.create(sent, { signal });
        // Without a timeout, the SDK refuses long answers that are not streamed.
        const options = { signal, timeout: CALL_LIMIT_MS };
        return wholeBody<AnthropicPiece>(
          client.messages.create({ ...sent, stream: false }, options),
          () => import('@anthropic-ai/sdk/streaming'),
        );
      },
      errorOf: (cause, started) => sdkError(cause, this.named(request.model), started, this.clock),
    });
  }
}
