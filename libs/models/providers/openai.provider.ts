import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult, ProviderName } from '../language-model.ts';
import { KeyedModel } from './keyed-model.ts';
import { OpenAiAnswer, type OpenAiPiece } from './openai.answer.ts';
import { openaiError } from './openai.errors.ts';
import { openaiRequest, type OpenAiDialect } from './openai.messages.ts';
import { readingToEnd } from './read-to-end.ts';
import { wholeBody } from './whole-body.ts';

/** OpenAI and servers that speak its chat completions, through the official SDK. */
export class OpenAiModel extends KeyedModel<OpenAI> {
  readonly provider: ProviderName = 'openai';
  protected readonly label: string = 'OpenAI';
  protected readonly setting: string = 'OPENAI_API_KEY';

  protected async connect(apiKey: string): Promise<OpenAI> {
    const { OpenAI: Client } = await import('openai');
    const { baseUrl, fetch } = this.settings;
    return new Client({
      apiKey,
      baseURL: baseUrl ?? null,
      // The environment's organization and project must not be sent to other servers or with orgs' keys.
      organization: null,
      project: null,
      // The router handles retries, since it knows other models.
      maxRetries: 0,
      logLevel: 'off',
      fetch: readingToEnd(fetch ?? globalThis.fetch),
    });
  }

  protected ask(client: OpenAI, request: GenerateRequest): Promise<GenerateResult> {
    // Few other servers support strict mode, and some reject it.
    const strict = this.settings.baseUrl === undefined;
    return this.complete(client, request, { strict, limitName: 'max_completion_tokens', streams: true });
  }

  protected complete(
    client: OpenAI,
    request: GenerateRequest,
    dialect: OpenAiDialect & { streams: boolean },
  ): Promise<GenerateResult> {
    const sent = openaiRequest(request, dialect);
    const { stream_options: _options, ...whole } = { ...sent, stream: false as const };
    const streamed = dialect.streams && request.onText !== undefined;
    const { completions } = client.chat;
    const call = {
      answer: new OpenAiAnswer(),
      open: (signal: AbortSignal) =>
        streamed
          ? completions.create(sent, { signal })
          : wholeBody<OpenAiPiece>(completions.create(whole, { signal }), () => import('openai/streaming')),
      errorOf: (cause: unknown, started: boolean) =>
        openaiError(cause, this.named(request.model), started, this.clock),
    };
    return this.read(request, call, streamed);
  }
}
