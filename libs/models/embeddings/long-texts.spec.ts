import { FixedClock, loadConfig } from '#config';
import type { MostUse } from '../budgets/budget.repository.ts';
import { EMBEDDING_DIMENSIONS, type EmbeddingProvider } from '../language-model.ts';
import { countTextTokens } from '../tokens.ts';
import { EmbeddingSettings } from './embedding-settings.ts';
import { Embeddings } from './embeddings.ts';

const clock = new FixedClock(new Date('2026-11-23T10:00:00Z'));
/** OpenAI's limit per request. */
const MOST_TOKENS = 300_000;
const vector = Array.from({ length: EMBEDDING_DIMENSIONS }, (_, at) => (at === 0 ? 1 : 0));
const ENGLISH = 'a garden with a view ';
const ARABIC = 'مرحبا بالعالم ';

describe('embeddings of long texts', () => {
  let requested: string[][];
  let held: MostUse[];

  beforeEach(() => {
    requested = [];
    held = [];
  });

  function open(maxInputTokens?: number): Embeddings {
    const provider: EmbeddingProvider = {
      provider: 'openai',
      model: 'text-embedding-3-small',
      semantic: true,
      maxInputTokens,
      embed: async (texts) => {
        requested.push(texts);
        return { vectors: texts.map(() => vector) };
      },
    };
    return new Embeddings({
      provider,
      orgs: { of: () => undefined },
      budgets: {
        reserve: async (_orgId, model, most) => {
          held.push(most);
          return {
            limited: true,
            useOf: (usage, costUsd) => ({ id: 'u', day: '2026-11-23', ...model, ...usage, costUsd }),
            release: async () => undefined,
          };
        },
      },
      uses: { add: () => undefined },
      clock,
      logger: { warn: () => undefined },
    });
  }

  it('are split into requests within the provider’s limit', async () => {
    const texts = Array.from({ length: 60 }, (_, at) => `${at} ${ENGLISH.repeat(1_800)}`);
    expect(await open().of('org').embed(texts)).toHaveLength(60);
    expect(requested.flat().map((text) => text.split(' ')[0])).toEqual(texts.map((_, at) => String(at)));
    expect(requested.length).toBeGreaterThan(1);
    for (const request of requested) {
      const tokens = await Promise.all(request.map(countTextTokens));
      expect(tokens.reduce((sum, counted) => sum + counted, 0)).toBeLessThanOrEqual(MOST_TOKENS);
    }
    expect(held).toHaveLength(requested.length);
  });

  it('reserve the tokens of the worst encoding', async () => {
    const text = ARABIC.repeat(100);
    await open().of('org').embed([text]);
    // The encoding of the embedding models needs twice the tokens for Arabic.
    expect(held[0]?.promptTokens).toBeGreaterThan(2 * (await countTextTokens(text)));
  });

  it('are cut to the configured limit of the provider', async () => {
    await open(512)
      .of('org')
      .embed([ENGLISH.repeat(1_000)]);
    const [[sent = '']] = requested as [string[]];
    expect(await countTextTokens(sent)).toBeLessThan(512);
    expect(sent.length).toBeGreaterThan(1_000);
  });

  it('are limited by EMBEDDING_MAX_INPUT_TOKENS for an own server', () => {
    const server = {
      DATABASE_URL: 'postgres://localhost/x',
      EMBEDDING_PROVIDER: 'compatible',
      EMBEDDING_BASE_URL: 'http://127.0.0.1:8080/v1',
      EMBEDDING_MODEL: 'bge-base',
    };
    const limitOf = (variables: Record<string, string>) =>
      new EmbeddingSettings(loadConfig({ ...server, ...variables }), clock).deployment()?.maxInputTokens;
    expect(limitOf({})).toBeUndefined();
    expect(limitOf({ EMBEDDING_MAX_INPUT_TOKENS: '512' })).toBe(512);
    for (const wrong of ['0', '-1', 'many', '1.5'])
      expect(() => limitOf({ EMBEDDING_MAX_INPUT_TOKENS: wrong })).toThrow(/EMBEDDING_MAX_INPUT_TOKENS/);
  });
});
