import type { GoogleGenAI } from '@google/genai';
import { EMBEDDING_DIMENSIONS, type EmbeddedBatch } from '../language-model.ts';
import { googleClient } from '../providers/google.client.ts';
import { googleError } from '../providers/google.errors.ts';
import { KeyedEmbedder } from './keyed-embedder.ts';
import { unitVector } from './unit-vector.ts';

/** Google's embeddings, through the official SDK. The answers do not contain token counts. */
export class GoogleEmbedder extends KeyedEmbedder<GoogleGenAI> {
  readonly provider = 'google';
  protected readonly label = 'Google';
  protected readonly setting = 'GOOGLE_API_KEY';

  protected connect(apiKey: string): Promise<GoogleGenAI> {
    return googleClient(apiKey, this.settings.baseUrl);
  }

  protected async ask(
    client: GoogleGenAI,
    contents: string[],
    abortSignal: AbortSignal,
  ): Promise<EmbeddedBatch> {
    const config = { outputDimensionality: EMBEDDING_DIMENSIONS, abortSignal };
    const answer = await client.models
      .embedContent({ model: this.model, contents, config })
      .catch((cause: unknown) => {
        throw googleError(cause, this.named(this.model), false, undefined);
      });
    return { vectors: contents.map((_, at) => unitVector(answer.embeddings?.[at]?.values, this.model)) };
  }
}
