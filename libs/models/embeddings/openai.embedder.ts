import type { OpenAI } from 'openai';
import { z } from 'zod';
import type { Clock } from '#config';
import { EMBEDDING_DIMENSIONS, type EmbeddedBatch } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { sdkError } from '../providers/sdk.errors.ts';
import { sdkFetch } from '../providers/sdk-fetch.ts';
import { KeyedEmbedder, type EmbedderSettings } from './keyed-embedder.ts';
import { unitVector } from './unit-vector.ts';

/** Validated, since gateways and chat servers without embeddings may answer anything with a success status. */
const embeddingAnswer = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()).optional() })),
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .optional()
    .catch(undefined),
});

/** Embeddings of OpenAI and of servers that speak its protocol, through the official SDK. */
export class OpenAiEmbedder extends KeyedEmbedder<OpenAI> {
  protected readonly label: string;
  protected readonly setting: string;

  constructor(
    settings: EmbedderSettings,
    readonly provider: 'openai' | 'compatible',
    private readonly clock: Clock,
  ) {
    super(settings);
    this.label = provider === 'openai' ? 'OpenAI' : 'The embedding server';
    this.setting = provider === 'openai' ? 'OPENAI_API_KEY' : 'EMBEDDING_API_KEY';
  }

  protected async connect(apiKey: string): Promise<OpenAI> {
    const { OpenAI: Client } = await import('openai');
    const baseURL = this.settings.baseUrl ?? null;
    const account = { organization: null, project: null };
    return new Client({ apiKey, baseURL, ...account, maxRetries: 0, logLevel: 'off', fetch: sdkFetch });
  }

  protected async ask(client: OpenAI, input: string[], signal: AbortSignal): Promise<EmbeddedBatch> {
    const answer = await client.embeddings
      .create(
        { model: this.model, input, dimensions: EMBEDDING_DIMENSIONS, encoding_format: 'float' },
        { signal },
      )
      .catch((cause: unknown) => {
        throw sdkError(cause, this.named(this.model), false, this.clock);
      });
    const read = embeddingAnswer.safeParse(answer);
    if (!read.success)
      throw new ModelError(
        'UNAVAILABLE',
        `${this.label} answered without vectors: it may have no embedding models.`,
      );
    const vectors = new Map(read.data.data.map(({ index, embedding }) => [index, embedding]));
    return {
      vectors: input.map((_, index) => unitVector(vectors.get(index), this.model)),
      promptTokens: read.data.usage?.prompt_tokens,
    };
  }
}
