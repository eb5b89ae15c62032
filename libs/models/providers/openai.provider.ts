import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult, ProviderName } from '../language-model.ts';
import { KeyedModel } from './keyed-model.ts';
import { OpenAiAnswer, type OpenAiPiece } from './openai.answer.ts';
import { sdkError } from './sdk.errors.ts';
import { openaiRequest, wholeRequestText, type OpenAiDialect } from './openai.messages.ts';
import { readingToEnd, sdkFetch } from './sdk-fetch.ts';
import { wholeBody } from './whole-body.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Servers that speak OpenAI's chat completions, such as proxies of OpenAI, through the official SDK. */
export class OpenAiModel extends KeyedModel<OpenAI> {
  readonly provider: ProviderName = 'openai';
  protected readonly label: string = 'The server of OPENAI_BASE_URL';
  protected readonly setting: string = 'OPENAI_API_KEY';

  protected async connect(apiKey: string): Promise<OpenAI> {
    const { OpenAI: Client } = await import('openai');
    const { baseUrl, fetch = sdkFetch } = this.settings;
    return new Client({
      apiKey,
      baseURL: baseUrl ?? null,
      // The environment's organization and project must not be sent to other servers or with orgs' keys.
      organization: null,
      project: null,
      // The router handles retries, since it knows other models.
      maxRetries: 0,
      logLevel: 'off',
      fetch: readingToEnd(fetch),
    });
  }

  protected ask(client: OpenAI, request: GenerateRequest): Promise<GenerateResult> {
    // Few servers besides OpenAI support strict mode, and some reject it.
    return this.complete(client, request, {
      strict: false,
      limitName: 'max_completion_tokens',
      streams: true,
    });
  }

  protected complete(
    client: OpenAI,
    request: GenerateRequest,
    dialect: OpenAiDialect & { streams: boolean },
  ): Promise<GenerateResult> {
    const sent = openaiRequest(request, dialect);
    const streamed = dialect.streams && request.onText !== undefined;
    const call = {
      answer: new OpenAiAnswer(request.tools.map(({ name }) => name)),
      open: (signal: AbortSignal) =>
        wholeBody<OpenAiPiece>(
          streamed
            ? client.chat.completions.create(sent, { signal })
            : client.post('/chat/completions', {
                body: wholeRequestText(sent),
                headers: JSON_HEADERS,
                signal,
              }),
          () => import('openai/streaming'),
          streamed,
        ),
      errorOf: (cause: unknown, started: boolean) =>
        sdkError(cause, this.named(request.model), started, this.clock),
    };
    return this.read(request, call, streamed);
  }
}
