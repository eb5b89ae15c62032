import type { OpenAI } from 'openai';
import type { GenerateRequest, GenerateResult, ProviderName } from '../language-model.ts';
import type { ModelCapabilities } from '../registry.ts';
import type { ProviderSettings } from './keyed-model.ts';
import { OpenAiModel } from './openai.provider.ts';

/** Servers that want no key are sent this in its place: the SDK refuses to be without one. */
const NO_KEY = 'none';

export interface CompatibleServer {
  /** As the org calls the model. */
  name: string;
  /** As the server calls it. */
  model: string;
  capabilities: ModelCapabilities;
  maxOutputTokens: number;
  /** Undefined where the server wants none. */
  apiKey: string | undefined;
}

/** A model of an org's own, on a server that speaks OpenAI's chat completions: vLLM, Ollama, LM Studio, a gateway. */
export class CompatibleModel extends OpenAiModel {
  override readonly provider: ProviderName = 'compatible';
  protected override readonly label: string;
  protected override readonly setting: string;

  constructor(
    private readonly server: CompatibleServer,
    settings: Omit<ProviderSettings, 'apiKeys'> & { baseUrl: string },
  ) {
    super({ ...settings, apiKeys: [server.apiKey ?? NO_KEY] });
    this.label = `The server of ${server.name}`;
    this.setting = `the key of the org's model ${server.name}`;
  }

  protected override ask(client: OpenAI, request: GenerateRequest): Promise<GenerateResult> {
    const { model, capabilities, maxOutputTokens } = this.server;
    const limit = request.maxOutputTokens;
    return this.complete(
      client,
      {
        ...(capabilities.jsonSchema ? request : withSchemaInWords(request)),
        model,
        ...(limit !== undefined && { maxOutputTokens: Math.min(limit, maxOutputTokens) }),
      },
      { strict: false, limitName: 'max_tokens', streams: capabilities.streaming },
    );
  }
}

/** A server that knows no schemas may still answer by one that it is told of. */
function withSchemaInWords({ responseSchema, ...request }: GenerateRequest): GenerateRequest {
  if (!responseSchema) return request;
  const told = `The JSON Schema of the answer: ${JSON.stringify(responseSchema.schema)}`;
  return { ...request, system: `${request.system}\n\n${told}` };
}
