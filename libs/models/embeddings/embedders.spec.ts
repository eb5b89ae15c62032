import { createClock, loadConfig } from '#config';
import { EMBEDDING_DIMENSIONS, type EmbeddingModel } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { sendError, startScriptedServer } from '../testing/scripted-server.ts';
import { cached } from './cached-embedder.ts';
import { configuredEmbedder } from './configured-embedder.ts';

const DATABASE_URL = 'postgres://localhost/x';
/** Of a length that is not 1, as Google gives it when it cuts. */
const vectorOf = (text: string, dimensions = EMBEDDING_DIMENSIONS) =>
  Array.from({ length: dimensions }, (_, at) => (at === text.length ? 3 : at === 0 ? 4 : 0));

interface Wire {
  environment: (url: string) => Record<string, string>;
  model: string;
  path: string;
  /** Texts that a request asks for, and the dimensions. */
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
  read: ({ input, dimensions }: OpenAiBody) => ({ texts: input, dimensions: [dimensions] }),
  // In another order than asked for: the index counts.
  answer: (vectors: number[][]) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).toReversed(),
    usage: { prompt_tokens: 1, total_tokens: 1 },
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
  let server: Awaited<ReturnType<typeof startScriptedServer>>;
  let embedder: EmbeddingModel;
  const asked: { path: string; key: string; texts: string[]; dimensions: number[] }[] = [];
  const answer = (dimensions?: number) =>
    ((incoming, response, body) => {
      const { texts, dimensions: wanted } = wire.read(JSON.parse(body) as never);
      const { authorization, 'x-goog-api-key': googleKey } = incoming.headers;
      const key = String(googleKey ?? authorization).replace('Bearer ', '');
      asked.push({ path: incoming.url?.split('?')[0] ?? '', key, texts, dimensions: wanted });
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(wire.answer(texts.map((text) => vectorOf(text, dimensions)))));
    }) satisfies Parameters<typeof startScriptedServer>[0];

  beforeEach(async () => {
    asked.length = 0;
    server = await startScriptedServer(answer());
    const { environment } = loadConfig({ DATABASE_URL, ...wire.environment(server.url) });
    embedder = configuredEmbedder(environment, createClock());
  });
  afterEach(() => server.close());

  it('are asked for in 768 dimensions and have length 1', async () => {
    expect(embedder).toMatchObject({ provider: name, model: wire.model, semantic: true });
    const vectors = await embedder.embed(['tea', 'a garden']);
    expect(vectors.map((vector) => [vector[0], vector[3], vector[8]])).toEqual([
      [0.8, 0.6, 0],
      [0.8, 0, 0.6],
    ]);
    expect(asked).toEqual([
      { path: wire.path, key: expect.any(String), texts: ['tea', 'a garden'], dimensions: [768] },
    ]);
  });

  it('are asked for a hundred at a time, and once', async () => {
    const texts = Array.from({ length: 230 }, (_, at) => `text ${at}`);
    expect(await embedder.embed([...texts, 'text 0'])).toHaveLength(231);
    expect(asked.map((request) => request.texts.length)).toEqual([100, 100, 30]);
    await Promise.all([embedder.embed(['text 7']), embedder.embed(['new']), embedder.embed(['new'])]);
    expect(asked.slice(3).map((request) => request.texts)).toEqual([['new']]);
  });

  it('that are of another size are refused, and asked for again', async () => {
    server.script.answering = answer(512);
    const refused = await embedder.embed(['tea']).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ModelError);
    expect((refused as Error).message).toMatch(/512 numbers; 768 are needed.*EMBEDDING_MODEL/);
    server.script.answering = answer();
    expect(await embedder.embed(['tea'])).toHaveLength(1);
  });

  it('fail with the class of the failure', async () => {
    server.script.answering = (_, response) => sendError(response, 500);
    await expect(embedder.embed(['tea'])).rejects.toMatchObject({ errorClass: 'UNAVAILABLE' });
    server.script.answering = (_, response) => sendError(response, 401);
    await expect(embedder.embed(['tea'])).rejects.toMatchObject({ errorClass: 'KEY_REJECTED' });
  });

  it.each([
    ['text/event-stream', 'data: {}\n\ndata: [DONE]\n\n'],
    ['application/json', '{"object":"chat.completion"}'],
    ['application/json', '[]'],
    ['application/json', '{"data":[{"index":0}],"embeddings":[{}]}'],
    ['text/html', '<p>It works!</p>'],
    ['application/json', 'no JSON'],
  ])(
    'that a server without them answers with something else for (%s: %s) are a failure of the model',
    async (type, body) => {
      server.script.answering = (_, response) =>
        void response.writeHead(200, { 'content-type': type }).end(body);
      await expect(embedder.embed(['tea'])).rejects.toBeInstanceOf(ModelError);
    },
  );

  it('are not waited for longer than the caller does', async () => {
    server.script.answering = () => undefined;
    const caller = new AbortController();
    const waiting = embedder.embed(['tea'], caller.signal);
    await server.nextRequest();
    caller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

it('another key takes over where one is limited', async () => {
  const keys: string[] = [];
  const server = await startScriptedServer((incoming, response, body) => {
    keys.push(String(incoming.headers.authorization));
    if (keys.length === 1) return sendError(response, 429);
    const { input } = JSON.parse(body) as OpenAiBody;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(openaiWire.answer(input.map((text) => vectorOf(text)))));
  });
  const { environment } = loadConfig({ DATABASE_URL, ...wires.openai!.environment(server.url) });
  expect(await configuredEmbedder(environment, createClock()).embed(['tea'])).toHaveLength(1);
  expect(keys).toEqual(['Bearer k1', 'Bearer k2']);
  await server.close();
});

describe('the embedding provider', () => {
  const providerOf = (variables: Record<string, string>) =>
    configuredEmbedder(loadConfig({ DATABASE_URL, ...variables }).environment, createClock()).provider;

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

it('the cache forgets the oldest', async () => {
  let asked = 0;
  const model: EmbeddingModel = {
    provider: 'x',
    model: 'x',
    semantic: true,
    embed: async (texts) => {
      asked += texts.length;
      return texts.map((text) => vectorOf(text));
    },
  };
  const remembering = cached(model);
  for (let at = 0; at < 2_100; at += 100)
    await remembering.embed(Array.from({ length: 100 }, (_, offset) => `t ${at + offset}`));
  await remembering.embed(['t 2050']);
  expect(asked).toBe(2_100);
  await remembering.embed(['t 0']);
  expect(asked).toBe(2_101);
});

it('one who gives up does not take the vector from others who wait for the same text', async () => {
  const answer = Promise.withResolvers<number[][]>();
  const model: EmbeddingModel = {
    provider: 'x',
    model: 'x',
    semantic: true,
    embed: (_texts, signal) => {
      signal?.addEventListener('abort', () => answer.reject(signal.reason as Error));
      return answer.promise;
    },
  };
  const remembering = cached(model);
  const impatient = new AbortController();
  const first = remembering.embed(['same'], impatient.signal);
  const second = remembering.embed(['same']);
  impatient.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  answer.resolve([vectorOf('same')]);
  expect(await second).toEqual([vectorOf('same')]);
});
