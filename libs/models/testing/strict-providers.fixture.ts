import { bodies, type PlayedAnswer } from '../../../test/harness/strict/answers.ts';
import type { LocalServer } from '../../../test/harness/local-server.ts';
import { startStrict, type Protocol } from '../../../test/harness/strict/strict-server.ts';
import type { GenerateRequest, GenerateResult, LanguageModel } from '../language-model.ts';
import { AnthropicModel } from '../providers/anthropic.provider.ts';
import { CompatibleModel } from '../providers/compatible.provider.ts';
import { GoogleModel } from '../providers/google.provider.ts';
import { OpenAiResponsesModel } from '../providers/openai-responses.provider.ts';
import { OpenAiModel } from '../providers/openai.provider.ts';

const keyed = { apiKeys: ['k'] };
const own = {
  name: 'own',
  model: 'mistral',
  capabilities: { tools: true, vision: false, jsonSchema: false, streaming: true },
  maxOutputTokens: 4_096,
  apiKey: undefined,
};
const adapters: Record<Protocol, (url: string) => LanguageModel> = {
  openai: (url) => new OpenAiModel({ ...keyed, baseUrl: `${url}/v1` }),
  responses: (url) => new OpenAiResponsesModel({ ...keyed, baseUrl: `${url}/v1` }),
  gateway: (url) => new CompatibleModel(own, { baseUrl: `${url}/v1` }),
  anthropic: (baseUrl) => new AnthropicModel({ ...keyed, baseUrl }),
  google: (baseUrl) => new GoogleModel({ ...keyed, baseUrl }),
};
const protocols: Record<string, Protocol> = {
  'gpt-4.1': 'openai',
  'gpt-6.1-terra': 'openai',
  'gpt-6.1-sol': 'responses',
  'gemini-2.5-flash-lite': 'google',
  'gemini-3.8-flash': 'google',
  'gemini-3.1-pro-preview': 'google',
  'claude-opus-5-5': 'anthropic',
  mistral: 'gateway',
};
/** Models with different rules. */
export const strictModels = Object.keys(protocols);

/** A strict server of each protocol with the adapter of its provider. */
export class StrictProviders {
  /** The next answer of every model; undefined for status 503. */
  next: PlayedAnswer | undefined = { text: 'Fine.', calls: [] };
  private readonly servers = new Map<Protocol, LocalServer>();
  private readonly models = new Map<Protocol, LanguageModel>();

  static async start(): Promise<StrictProviders> {
    const providers = new StrictProviders();
    for (const protocol of Object.keys(adapters) as Protocol[]) await providers.open(protocol);
    return providers;
  }

  /** @throws ModelError with the answer of the server if the provider would refuse the request. */
  generate(request: GenerateRequest): Promise<GenerateResult> {
    const model = this.models.get(protocols[request.model] ?? 'gateway');
    if (!model) throw new Error(`No server has the model ${request.model}.`);
    return model.generate(request);
  }

  /** The last request to the model's server. */
  lastBody(model: string): string {
    return this.servers.get(protocols[model] ?? 'gateway')?.received.at(-1)?.body ?? '';
  }

  async stop(): Promise<void> {
    await Promise.all([...this.servers.values()].map((server) => server.stop()));
  }

  private async open(protocol: Protocol): Promise<void> {
    const server = await startStrict(protocol, ({ url, body }, response) => {
      const { next } = this;
      const model = /models\/([^:]+):/.exec(url)?.[1] ?? (JSON.parse(body) as { model: string }).model;
      response.writeHead(next ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify(next ? bodies[protocol](next, model) : { error: { message: 'busy' } }));
    });
    this.servers.set(protocol, server);
    this.models.set(protocol, adapters[protocol](server.url));
  }
}
