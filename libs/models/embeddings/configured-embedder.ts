import { providerKeys, type Clock, type Environment } from '#config';
import type { EmbeddingModel } from '../language-model.ts';
import { cached } from './cached-embedder.ts';
import { GoogleEmbedder } from './google.embedder.ts';
import { OfflineEmbedder } from './offline.embedder.ts';
import { OpenAiEmbedder } from './openai.embedder.ts';

const GOOGLE_MODEL = 'gemini-embedding-001';
const OPENAI_MODEL = 'text-embedding-3-small';
/** The SDK wants a key also for a server that wants none. */
const NO_KEY = 'none';

/** The embedding model of the deployment: `EMBEDDING_PROVIDER`, else the first of google and openai that has a key. */
export function configuredEmbedder(environment: Environment, clock: Clock): EmbeddingModel {
  const keys = {
    google: providerKeys(environment, 'google'),
    openai: providerKeys(environment, 'openai'),
  };
  const first = (['google', 'openai'] as const).find((name) => keys[name].length > 0);
  const model = environment.EMBEDDING_MODEL;
  const provider = environment.EMBEDDING_PROVIDER ?? first ?? 'offline';
  switch (provider) {
    case 'google':
      return cached(
        new GoogleEmbedder({
          apiKeys: keys.google,
          model: model ?? GOOGLE_MODEL,
          baseUrl: environment.GOOGLE_BASE_URL,
        }),
      );
    case 'openai': {
      const baseUrl = environment.OPENAI_BASE_URL;
      const settings = { apiKeys: keys.openai, model: model ?? OPENAI_MODEL, baseUrl };
      return cached(new OpenAiEmbedder(settings, 'openai', clock));
    }
    case 'compatible': {
      const apiKeys = [environment.EMBEDDING_API_KEY ?? NO_KEY];
      const settings = { apiKeys, model: model ?? '', baseUrl: environment.EMBEDDING_BASE_URL };
      return cached(new OpenAiEmbedder(settings, 'compatible', clock));
    }
    case 'offline':
      return new OfflineEmbedder();
  }
}
