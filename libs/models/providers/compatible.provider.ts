import type { OpenAI } from 'openai';
import { NO_KEY } from '#config';
import type { GenerateRequest, GenerateResult, ProviderName } from '../language-model.ts';
import type { ModelCapabilities } from '../model-entry.ts';
import type { ProviderSettings } from './keyed-model.ts';
import { OpenAiModel } from './openai.provider.ts';

export interface CompatibleServer {
  /** Model name in the org. */
  name: string;
  /** Model name on the server. */
  model: string;
  capabilities: ModelCapabilities;
  maxOutputTokens: number;
  /** Undefined for a server without keys. */
  apiKey: string | undefined;
}

/** An org's own model on a server that speaks OpenAI's chat completions: vLLM, Ollama, LM Studio, a gateway. */
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
        ...(capabilities.jsonSchema ? request : withSchemaInPrompt(request)),
        model,
        ...(limit !== undefined && { maxOutputTokens: Math.min(limit, maxOutputTokens) }),
      },
      { strict: false, limitName: 'max_tokens', alternates: true, streams: capabilities.streaming },
    );
  }
}

/** Puts the schema into the prompt for servers without support for schemas. */
function withSchemaInPrompt({ responseSchema, ...request }: GenerateRequest): GenerateRequest {
  if (!responseSchema) return request;
  const instruction = `The JSON Schema of the answer: ${JSON.stringify(responseSchema.schema)}`;
  return { ...request, system: `${request.system}\n\n${instruction}` };
}
