import { createClock, FixedClock, loadConfig } from '#config';
import { KeyStates } from '../keys/key-states.ts';
import { EMBEDDING_DIMENSIONS, type EmbeddingProvider } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { sendError } from '../testing/provider-answers.ts';
import { type Answering, LocalServer } from '../../../test/harness/local-server.ts';
import { EmbeddingSettings } from './embedding-settings.ts';
import { Embeddings, type EmbeddingsParts } from './embeddings.ts';

const DATABASE_URL = 'postgres://localhost/x';
/** A vector with a length other than 1, as Google returns it for reduced dimensions. */
const vectorOf = (text: string, dimensions = EMBEDDING_DIMENSIONS) =>
  Array.from({ length: dimensions }, (_, at) => (at === text.length ? 3 : at === 0 ? 4 : 0));

const settingsOf = (variables: Record<string, string>, keyStates?: KeyStates) =>
  new EmbeddingSettings(loadConfig({ DATABASE_URL, ...variables }), createClock(), keyStates);

interface Wire {
  environment: (url: string) => Record<string, string>;
  model: string;
  path: string;
  /** Token counts, if the provider reports them. */
  promptTokens?: number;
  /** Texts and dimensions of a request. */
  read: (body: never) => { texts: string[]; dimensions: number[] };
  answer: (vectors: number[][]) => object;
}
interface OpenAiBody {
  input: string[];
  dimensions: number;
}
interface GoogleBody {
  requests: { content: { parts: { text: string }[] }; outputDimensionality: number }[];
}
const openaiWire = {
  promptTokens: 17,
  read: ({ input, dimensions }: OpenAiBody) => ({ texts: input, dimensions: [dimensions] }),
  // In a different order than requested: `index` decides.
  answer: (vectors: number[][]) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).toReversed(),
    usage: { prompt_tokens: 17, total_tokens: 17 },
  }),
};

const wires: Record<string, Wire> = {
  google: {
    environment: (url) => ({ GOOGLE_API_KEY: 'k1,k2', GOOGLE_BASE_URL: url }),
    model: 'gemini-embedding-001',
    path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
    read: ({ requests }: GoogleBody) => ({
      texts: requests.map(({ content }) => content.parts.map(({ text }) => text).join('')),
      dimensions: [...new Set(requests.map(({ outputDimensionality }) => outputDimensionality))],
    }),
    answer: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
  },
  openai: {
    environment: (url) => ({ OPENAI_API_KEY: 'k1,k2', OPENAI_BASE_URL: `${url}/v1` }),
    model: 'text-embedding-3-small',
    path: '/v1/embeddings',
    ...openaiWire,
  },
  compatible: {
    environment: (url) => ({
      EMBEDDING_PROVIDER: 'compatible',
      EMBEDDING_BASE_URL: `${url}/v1`,
      EMBEDDING_MODEL: 'nomic-embed-text',
    }),
    model: 'nomic-embed-text',
    path: '/v1/embeddings',
    ...openaiWire,
  },
};

describe.each(Object.entries(wires))('embeddings of %s', (name, wire) => {
  let server: LocalServer;
  let embedder: EmbeddingProvider;
  const requested: { path: string; key: string; texts: string[]; dimensions: number[] }[] = [];
  const answer = (dimensions?: number) =>
    ((incoming, response) => {
      const { texts, dimensions: wanted } = wire.read(JSON.parse(incoming.body) as never);
      const { authorization, 'x-goog-api-key': googleKey } = incoming.headers;
      const key = String(googleKey ?? authorization).replace('Bearer ', '');
      requested.push({ path: incoming.url.split('?')[0] ?? '', key, texts, dimensions: wanted });
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(wire.answer(texts.map((text) => vectorOf(text, dimensions)))));
    }) satisfies Answering;

  beforeEach(async () => {
    requested.length = 0;
    server = await LocalServer.start(answer());
    embedder = settingsOf(wire.environment(server.url)).deployment()!;
  });
  afterEach(() => server.stop());

  it('are requested with 768 dimensions and have length 1', async () => {
    expect(embedder).toMatchObject({ provider: name, model: wire.model, semantic: true });
    const { vectors, promptTokens } = await embedder.embed(['tea', 'a garden']);
    expect(promptTokens).toBe(wire.promptTokens);
    expect(vectors.map((vector) => [vector[0], vector[3], vector[8]])).toEqual([
      [0.8, 0.6, 0],
      [0.8, 0, 0.6],
    ]);
    expect(requested).toEqual([
      { path: wire.path, key: expect.any(String), texts: ['tea', 'a garden'], dimensions: [768] },
    ]);
  });

  it('of another size are refused', async () => {
    server.answering = answer(512);
    const refused = await embedder.embed(['tea']).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ModelError);
    expect((refused as Error).message).toMatch(/512 numbers; 768 are needed.*EMBEDDING_MODEL/);
  });

  it('fail with the class of the failure', async () => {
    server.answering = (_, response) => sendError(response, 500);
    await expect(embedder.embed(['tea'])).rejects.toMatchObject({ errorClass: 'UNAVAILABLE' });
  });

  it('are not requested with a refused or rate-limited key', async () => {
    server.answering = (_, response) => sendError(response, 401);
    await expect(embedder.embed(['tea'])).rejects.toMatchObject({ errorClass: 'KEY_REJECTED' });
    server.answering = answer();
    await expect(embedder.embed(['tea'])).rejects.toBeInstanceOf(ModelError);
    expect(requested).toEqual([]);
  });

  it.each([
    ['text/event-stream', 'data: {}\n\ndata: [DONE]\n\n'],
    ['application/json', '{"object":"chat.completion"}'],
    ['application/json', '[]'],
    ['application/json', '{"data":[{"index":0}],"embeddings":[{}]}'],
    ['text/html', '<p>It works!</p>'],
    ['application/json', 'no JSON'],
  ])('missing from the answer of a server (%s: %s) are a failure of the model', async (type, body) => {
    server.answering = (_, response) => void response.writeHead(200, { 'content-type': type }).end(body);
    await expect(embedder.embed(['tea'])).rejects.toBeInstanceOf(ModelError);
  });

  it('stop waiting when the caller aborts', async () => {
    server.answering = () => undefined;
    const caller = new AbortController();
    const waiting = embedder.embed(['tea'], caller.signal);
    await server.nextRequest();
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('keys for embeddings', () => {
  let server: LocalServer;
  let keyStates: KeyStates;
  let embedder: EmbeddingProvider;
  const requested: string[] = [];
  /** Responses by key, instead of a vector. */
  const failing = new Map<string, number>();

  beforeEach(async () => {
    requested.length = 0;
    failing.clear();
    server = await LocalServer.start((incoming, response) => {
      const key = String(incoming.headers.authorization).replace('Bearer ', '');
      requested.push(key);
      const status = failing.get(key);
      if (status !== undefined)
        return sendError(response, status, {}, 'Your API key does not have permission to use this.');
      const { input } = JSON.parse(incoming.body) as OpenAiBody;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(openaiWire.answer(input.map((text) => vectorOf(text)))));
    });
    keyStates = new KeyStates();
    embedder = settingsOf(wires.openai!.environment(server.url), keyStates).deployment()!;
  });
  afterEach(() => server.stop());
  const ask = async () => {
    const before = requested.length;
    await embedder.embed(['tea']);
    return requested.slice(before);
  };

  it.each([
    ['rate-limited, for embeddings only', 429, undefined],
    ['without access to embeddings, for them only', 403, undefined],
    ['refused, for models too', 401, { kind: 'removed', status: 401 }],
  ])('replace a key that is %s', async (_, status, obstacle) => {
    failing.set('k1', status);
    expect(await ask()).toEqual(['k1', 'k2']);
    expect(await ask()).toEqual(['k2']);
    expect(keyStates.obstacle('openai', 'k1')).toEqual(obstacle);
  });

  it('in cooldown or disabled for models are not used', async () => {
    await keyStates.startCooldown('openai', 'k1', 60_000);
    expect(await ask()).toEqual(['k2']);
    await keyStates.remove('openai', 'k2', 401);
    await expect(embedder.embed(['tea'])).rejects.toMatchObject({ errorClass: 'RATE_LIMITED' });
    expect(requested).toEqual(['k2']);
  });

  it('of an org are unaffected by cooldowns of other owners', async () => {
    await keyStates.remove('openai', 'k1', 401);
    const settings = settingsOf(wires.openai!.environment(server.url), keyStates);
    embedder = settings.keyed('openai', { apiKeys: ['k1'], keyOwner: 'org/one' });
    expect(await ask()).toEqual(['k1']);
  });
});

describe('the embedding provider', () => {
  const providerOf = (variables: Record<string, string>) =>
    settingsOf(variables).deployment()?.provider ?? 'offline';

  it.each([
    [{}, 'offline'],
    [{ OPENAI_API_KEY: 'k' }, 'openai'],
    [{ OPENAI_API_KEY: 'k', GOOGLE_API_KEY: 'k' }, 'google'],
    [{ ANTHROPIC_API_KEY: 'k' }, 'offline'],
    [{ OPENAI_API_KEY: 'k', EMBEDDING_PROVIDER: 'offline' }, 'offline'],
  ])('of %j is %s', (variables, provider) =>
    expect(providerOf(variables as Record<string, string>)).toBe(provider),
  );

  it.each([
    [{ EMBEDDING_PROVIDER: 'google' }, /GOOGLE_API_KEY/],
    [{ EMBEDDING_PROVIDER: 'compatible' }, /EMBEDDING_BASE_URL[^]*EMBEDDING_MODEL/],
    [{ EMBEDDING_PROVIDER: 'other' }, /EMBEDDING_PROVIDER/],
  ])('of %j is refused', (variables, message) =>
    expect(() => providerOf(variables as Record<string, string>)).toThrow(message),
  );
});

describe('embeddings of orgs', () => {
  class CountingProvider implements EmbeddingProvider {
    readonly semantic = true;
    readonly requested: string[][] = [];
    failure: ModelError | undefined;

    constructor(
      readonly provider: 'google' | 'openai',
      readonly model: string,
    ) {}

    async embed(texts: string[]) {
      this.requested.push(texts);
      if (this.failure) throw this.failure;
      return { vectors: texts.map((text) => vectorOf(text)), promptTokens: 10 };
    }
  }
  const clock = new FixedClock(new Date('2026-11-23T10:00:00Z'));
  let usual: CountingProvider;
  let own: CountingProvider;
  let counted: string[];
  let released: string[];
  let refusal: ModelError | undefined;
  let embeddings: Embeddings;

  beforeEach(() => {
    usual = new CountingProvider('openai', 'text-embedding-3-small');
    own = new CountingProvider('google', 'gemini-embedding-001');
    counted = [];
    released = [];
    refusal = undefined;
    const budgets: EmbeddingsParts['budgets'] = {
      reserve: async (_orgId, requested) => {
        if (refusal) throw refusal;
        return {
          limited: true,
          useOf: (usage, costUsd) => ({ id: 'u', day: '2026-11-23', ...requested, ...usage, costUsd }),
          release: async () => void released.push(requested.model),
        };
      },
    };
    const catalogue = { embedder: own };
    embeddings = new Embeddings({
      provider: usual,
      prices: { 'gemini-embedding-001': { input: 0.3, cachedInput: 0, output: 0 } },
      orgs: { of: (orgId) => (orgId === 'b' ? catalogue : undefined) },
      budgets,
      uses: {
        add: (orgId, { model, tier, promptTokens, costUsd }) =>
          void counted.push(`${orgId} ${tier} ${model} ${promptTokens} ${costUsd.toFixed(10)}`),
      },
      clock,
      logger: { warn: () => undefined },
    });
  });

  it('are requested a hundred at a time, and only once', async () => {
    const texts = Array.from({ length: 230 }, (_, at) => `text number ${at} of a few words`);
    expect(await embeddings.of('a').embed([...texts, texts[0]!])).toHaveLength(231);
    expect(usual.requested.map(({ length }) => length)).toEqual([100, 100, 30]);
    const again = [
      embeddings.of('a').embed([texts[7]!]),
      embeddings.of('a').embed(['new words that are new']),
    ];
    await Promise.all([...again, embeddings.of('a').embed(['new words that are new'])]);
    expect(usual.requested.slice(3)).toEqual([['new words that are new']]);
    expect(counted).toHaveLength(4);
  });

  it('use the org’s own keys if it has some, and count per org', async () => {
    const text = 'a garden with a view of the sea, for two dogs and a cat';
    for (const orgId of ['a', 'b']) await embeddings.of(orgId).embed([text]);
    expect([usual.requested, own.requested]).toEqual([[[text]], [[text]]]);
    expect(counted).toEqual([
      'a embedding text-embedding-3-small 10 0.0000002000',
      'b embedding gemini-embedding-001 10 0.0000030000',
    ]);
  });

  it('are not requested if the budget is used up, without affecting other orgs', async () => {
    refusal = new ModelError('BUDGET_EXCEEDED', 'nothing left');
    await expect(embeddings.of('a').embed(['tea'])).rejects.toBe(refusal);
    refusal = undefined;
    expect(await embeddings.of('a').embed(['tea'])).toHaveLength(1);
    expect(usual.requested).toEqual([['tea']]);
  });

  it('that fail release the reservation, and start a cooldown of half a minute', async () => {
    usual.failure = new ModelError('UNAVAILABLE', 'away');
    await expect(embeddings.of('a').embed(['tea'])).rejects.toBe(usual.failure);
    await expect(embeddings.of('c').embed(['tea'])).rejects.toMatchObject({ errorClass: 'UNAVAILABLE' });
    expect([usual.requested.length, released, counted]).toEqual([1, ['text-embedding-3-small'], []]);
    expect(await embeddings.of('b').embed(['tea'])).toHaveLength(1);
    usual.failure = undefined;
    clock.advance(31_000);
    expect(await embeddings.of('a').embed(['tea'])).toHaveLength(1);
  });

  it('that are invalid start no cooldown for other orgs', async () => {
    usual.failure = new ModelError('BAD_REQUEST', 'too long');
    await expect(embeddings.of('a').embed(['tea'])).rejects.toBe(usual.failure);
    usual.failure = undefined;
    expect(await embeddings.of('c').embed(['tea'])).toHaveLength(1);
  });

  it.each([
    ['Arabic', 'مرحبا بالعالم ', 8_191 / 2],
    ['English', 'a garden with a view ', 32_000],
    ['emoji', '👩‍👩‍👧‍👦 ', (8_191 / 26) * 12],
  ])('use the beginning of a text that is too long for the model (%s)', async (_, words, most) => {
    const text = words.repeat(32_000).slice(0, 32_000);
    await embeddings.of('a').embed([text]);
    await embeddings.of('b').embed([text]);
    const [[sent = '']] = usual.requested as [string[]];
    expect(text.startsWith(sent.slice(0, -1))).toBe(true);
    expect(sent.length).toBeLessThanOrEqual(most * 1.25);
    expect(sent.length).toBeGreaterThan(most * 0.7);
    // Google's model accepts a quarter of it.
    const [[short = '']] = own.requested as [string[]];
    expect(short.length).toBeLessThan(sent.length / 2.5);
  });

  it('that timed out are charged by the sent text', async () => {
    usual.failure = new ModelError('TIMEOUT', 'late');
    await expect(embeddings.of('a').embed(['tea'])).rejects.toBe(usual.failure);
    expect(counted).toEqual(['a embedding text-embedding-3-small 1 0.0000000200']);
    expect(released).toEqual([]);
  });
});
