import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult } from '../language-model.ts';
import { KeyedModel, type ProviderSettings } from './keyed-model.ts';
import { OpenAiAnswer } from './openai.answer.ts';
import { openaiError } from './openai.errors.ts';
import { openaiRequest } from './openai.messages.ts';
import { SILENCE_LIMIT_MS } from './silence.ts';
import { readStream } from './streamed-call.ts';

/** OpenAI, and every server that speaks its chat completions, through the official SDK. */
export class OpenAiModel extends KeyedModel<OpenAI> {
  readonly provider = 'openai';
  protected readonly label = 'OpenAI';
  protected readonly setting = 'OPENAI_API_KEY';

  constructor(settings: ProviderSettings) {
    super(settings);
  }

  protected async connect(apiKey: string): Promise<OpenAI> {
    const { OpenAI: Client } = await import('openai');
    // Waiting and trying again is the router's work, which knows other models.
    return new Client({ apiKey, baseURL: this.settings.baseUrl ?? null, maxRetries: 0, logLevel: 'off' });
  }

  protected ask(client: OpenAI, request: GenerateRequest): Promise<GenerateResult> {
    // Servers that speak its language seldom know strict mode, and some refuse it.
    const dialect = { strict: this.settings.baseUrl === undefined };
    return readStream({
      label: this.label,
      request,
      silenceLimitMs: this.settings.silenceLimitMs ?? SILENCE_LIMIT_MS,
      answer: new OpenAiAnswer(),
      open: (signal) => client.chat.completions.create(openaiRequest(request, dialect), { signal }),
      errorOf: (cause, started) => openaiError(cause, request.model, started, this.clock),
    });
  }
}
