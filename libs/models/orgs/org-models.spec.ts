import { randomUUID } from 'node:crypto';
import { createClock, loadConfig } from '#config';
import { AuditLog, SecretBox } from '#identity';
import { OutboundHttp } from '#outbound';
import { platformTaskTiers } from '#tools';
import { openChanges } from '../../../test/harness/changes.ts';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { ModelBreakers } from '../calls/model-breakers.ts';
import { CooldownRepository, KEY_STATES, MODEL_COOLDOWNS } from '../cooldowns/cooldown.repository.ts';
import { StoredCooldowns } from '../cooldowns/stored-cooldowns.ts';
import { ModelCalls } from '../calls/model-calls.ts';
import { EmbeddingSettings } from '../embeddings/embedding-settings.ts';
import { KeyStates } from '../keys/key-states.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelRouter } from '../model-router.ts';
import { noHints, OfflineModel } from '#offline-model';
import { ModelRegistry } from '../registry.ts';
import { facts, failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { openaiAnswer as answer } from '../testing/openai-answer.fixture.ts';
import { sendAnswer, sendError } from '../testing/provider-answers.ts';
import { wholeAnswers } from '../testing/whole-answers.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { OrgCatalogues } from './org-catalogues.ts';
import { OrgModelsRepository } from './org-models.repository.ts';
import { OrgModels, type OwnModel } from './org-models.service.ts';

const ACTOR = { kind: 'user', userId: null } as const;
const SECRET = 'sk-very-secret-key';

describeOnEachDatabase('models of orgs', (on) => {
  const clock = createClock();
  const logger = { warn: () => undefined };
  const closings: (() => unknown)[] = [];
  let server: LocalServer;
  let requested: { key: string | undefined; body: Record<string, unknown> }[];
  let orgId: string;

  beforeEach(async () => {
    orgId = randomUUID();
    requested = [];
    server = await LocalServer.start((incoming, response) => {
      requested.push({
        key: incoming.headers.authorization,
        body: JSON.parse(incoming.body) as Record<string, unknown>,
      });
      sendAnswer(incoming, response, answer('From the own server'), wholeAnswers.openai);
    });
  });
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
    await server.stop();
  });

  /** The parts of a process: those of the console and those of a worker. */
  async function open(options: { allow?: string[]; secretsKey?: string | null; only?: 'offline' } = {}) {
    const { allow = [`127.0.0.1:${new URL(server.url).port}`], secretsKey = 'the key of the test' } = options;
    const { changes, close } = openChanges(on.settings, on.database);
    const http = new OutboundHttp(allow, clock);
    const sealer = new SecretBox(secretsKey ?? undefined);
    const repository = new OrgModelsRepository(clock);
    const keyStates = new KeyStates(new StoredCooldowns(KEY_STATES, on.database, clock, changes, logger));
    const config = loadConfig({
      DATABASE_URL: 'postgres://localhost/x',
      OPENAI_BASE_URL: `${server.url}/openai`,
    });
    const orgs = new OrgCatalogues(
      on.database,
      repository,
      changes,
      clock,
      keyStates,
      sealer,
      http,
      config,
      new EmbeddingSettings(config, clock, keyStates),
    );
    await orgs.refresh();
    closings.push(close, () => http.close(), keyStates.follow(), orgs.follow());
    const registry = new ModelRegistry(undefined, orgs);
    const models = new LanguageModels(new Map([['offline', new OfflineModel(noHints)]]), orgs);
    const breakers = new ModelBreakers();
    const router = new ModelRouter({
      registry,
      configured: models.configured,
      only: options.only,
      orgs,
      obstacleOf: (model, id) => models.obstacle(model, id) ?? breakers.obstacle(model, id),
    });
    const calls = new ModelCalls(models, registry, breakers);
    const own = new OrgModels(
      on.database,
      repository,
      clock,
      new AuditLog(clock),
      changes,
      sealer,
      http,
      new ModelRegistry(),
      platformTaskTiers,
    );
    const ask = async (id = orgId, more = {}) =>
      calls.generate(
        router.route({ taskType: 'draft_reply', orgId: id, inputTokens: 100 }),
        modelRequest('hi', { ...more, facts: { ...facts, orgId: id } }),
      );
    return { own, router, registry, orgs, ask, keyStates, calls };
  }

  const model = (more: Partial<OwnModel> = {}): OwnModel => ({
    name: 'our-llama',
    model: 'meta/llama-3:8b',
    baseUrl: `${server.url}/v1`,
    tier: 'standard',
    prices: { input: 1, cachedInput: 0.5, output: 2 },
    contextWindowTokens: 8_192,
    maxOutputTokens: 512,
    inputMargin: 1.25,
    abilities: { tools: true, vision: false, jsonSchema: false, streaming: true },
    apiKey: SECRET,
    ...more,
  });
  const stored = () =>
    on.database.asPlatform('the test looks', async (tx) =>
      JSON.stringify([
        await tx.query('SELECT * FROM org_models'),
        await tx.query('SELECT * FROM org_provider_keys'),
        await tx.query('SELECT * FROM audit_log'),
      ]),
    );

  it('answer turns of only their org, at their price', async () => {
    const { own, router, ask } = await open();
    await own.add(orgId, model(), ACTOR);
    expect(router.isOffline(orgId)).toBe(false);
    expect(await ask()).toMatchObject({
      text: 'From the own server',
      model: 'our-llama',
      provider: 'compatible',
      costUsd: (100 * 1 + 10 * 2) / 1e6,
    });
    expect(requested).toMatchObject([{ key: `Bearer ${SECRET}`, body: { model: 'meta/llama-3:8b' } }]);
    const other = randomUUID();
    expect(router.isOffline(other)).toBe(true);
    expect((await ask(other)).provider).toBe('offline');
    expect(requested).toHaveLength(1);
    const kept = await stored();
    expect(kept).not.toContain(SECRET);
    expect(kept).toContain('model.add');
  });

  it('reach other processes, also when they are removed', async () => {
    const [one, two] = [await open(), await open()];
    await one.own.add(orgId, model(), ACTOR);
    await eventually(async () => expect(two.registry.find('our-llama', orgId)).toBeDefined(), SOON_MS);
    const route = two.router.route({ taskType: 'draft_reply', orgId });
    await one.own.remove(orgId, 'our-llama', ACTOR);
    await eventually(async () => expect(two.registry.find('our-llama', orgId)).toBeUndefined(), SOON_MS);
    const resumed = two.calls.generate(route, modelRequest('hi', { facts: { ...facts, orgId } }));
    expect(await failureOf(resumed)).toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      message: 'The org has no model of its own named our-llama any more.',
    });
  });

  it('are skipped for requests beyond their capabilities, and called within them', async () => {
    const { own, router, ask } = await open();
    await own.add(
      orgId,
      model({ abilities: { tools: false, vision: false, jsonSchema: false, streaming: false } }),
      ACTOR,
    );
    const reason = (needs: object) =>
      router
        .route({ taskType: 'draft_reply', orgId, byTask: true, ...needs })
        .candidates.find(({ model: id }) => id === 'our-llama')?.reason;
    await own.setTier(orgId, { kind: 'model', name: 'our-llama', tier: 'premium' }, ACTOR);
    expect(() => reason({ needsTools: true })).toThrow('our-llama: cannot call tools');
    expect(() => reason({ inputTokens: 6_000 })).toThrow('needs 10096 tokens of context, has 8192');
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const onText = () => undefined;
    await ask(orgId, { onText, responseSchema: { name: 'x', schema }, maxOutputTokens: 4_000 });
    const { body } = requested[0]!;
    expect(body).toMatchObject({ stream: false, max_tokens: 512 });
    expect(body).not.toHaveProperty('response_format');
    expect(body).not.toHaveProperty('stream_options');
    expect(JSON.stringify(body.messages)).toContain('\\"city\\"');
  });

  it('have tiers that apply only to their org, as do those of platform models and tasks', async () => {
    const { own, router, registry } = await open();
    await own.add(orgId, model({ name: 'a' }), ACTOR);
    await own.add(orgId, model({ name: 'b', tier: 'flash', apiKey: null }), ACTOR);
    const chosen = (taskType: string, id = orgId) => router.route({ taskType, orgId: id }).model;
    expect(chosen('intent_classification')).toBe('b');
    await own.setTier(orgId, { kind: 'task', name: 'intent_classification', tier: 'standard' }, ACTOR);
    expect(chosen('intent_classification')).toBe('a');
    await own.setTier(orgId, { kind: 'task', name: 'intent_classification', tier: null }, ACTOR);
    await own.setTier(orgId, { kind: 'model', name: 'b', tier: 'off' }, ACTOR);
    expect(chosen('intent_classification')).toBe('a');
    expect(registry.find('b', orgId)).toBeUndefined();
    await own.setTier(orgId, { kind: 'model', name: 'gpt-6.1-sol', tier: 'flash' }, ACTOR);
    expect(registry.find('gpt-6.1-sol', orgId)?.tier).toBe('flash');
    expect(registry.find('gpt-6.1-sol')?.tier).toBe('premium');
    for (const target of [
      { kind: 'model', name: 'nobody' },
      { kind: 'task', name: 'nothing' },
    ] as const)
      await expect(own.setTier(orgId, { ...target, tier: 'flash' }, ACTOR)).rejects.toMatchObject({
        kind: 'not_found',
      });
  });

  it('leave their cooldown when they are changed, and reserve tokens by their input margin', async () => {
    const { own, registry } = await open();
    await own.add(orgId, model(), ACTOR);
    const place = `org/${orgId}/compatible`;
    const cooldowns = (work: (rows: CooldownRepository) => Promise<unknown>) =>
      on.database.asPlatform('the test looks', (tx) =>
        work(new CooldownRepository(tx, clock, MODEL_COOLDOWNS)),
      );
    for (const name of ['our-llama', 'another'])
      await cooldowns((rows) => rows.start({ place, name }, 60_000));
    await own.replace(orgId, model({ inputMargin: 2 }), ACTOR);
    expect(registry.find('our-llama', orgId)?.inputMargin).toBe(2);
    expect(await cooldowns((rows) => rows.current())).toMatchObject([{ place, name: 'another' }]);
  });

  it('send no key to another address, and nothing to a disallowed address', async () => {
    const { own, ask } = await open();
    await own.add(orgId, model(), ACTOR);
    const elsewhere = 'https://elsewhere.example.com/v1';
    const change = (more: Partial<OwnModel>) => own.replace(orgId, model(more), ACTOR);
    await expect(change({ baseUrl: elsewhere, apiKey: undefined })).rejects.toMatchObject({
      code: 'KEY_NEEDED_AGAIN',
    });
    await change({ baseUrl: `${server.url}/v2`, apiKey: undefined });
    await ask();
    expect(requested.at(-1)?.key).toBe(`Bearer ${SECRET}`);
    await change({ apiKey: null });
    await ask();
    expect(requested.at(-1)?.key).toBe('Bearer none');
    await expect(change({ baseUrl: 'http://169.254.169.254/v1' })).rejects.toThrow('169.254.169.254');
    await expect(own.add(orgId, model(), ACTOR)).rejects.toMatchObject({ code: 'MODEL_EXISTS' });
    await expect(own.add(orgId, model({ name: 'gpt-6.1-sol' }), ACTOR)).rejects.toMatchObject({
      code: 'MODEL_EXISTS',
    });
    await expect(own.remove(orgId, 'nobody', ACTOR)).rejects.toMatchObject({ kind: 'not_found' });
    const strict = await open({ allow: [] });
    expect(await failureOf(strict.ask())).toMatchObject({ errorClass: 'NOT_CONFIGURED' });
    expect(requested).toHaveLength(2);
  });

  it('fail on an endless stream or a redirect, and count implausible usage locally', async () => {
    const { own, ask } = await open();
    await own.add(orgId, model(), ACTOR);
    server.answering = (_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const piece = Buffer.alloc(1_048_576, 'x');
      const flood = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', flood);
      };
      flood();
    };
    for (const onText of [undefined, () => undefined])
      expect(await failureOf(ask(orgId, { onText }))).toMatchObject({ errorClass: 'EXCESSIVE' });
    server.answering = (incoming, response) =>
      sendAnswer(incoming, response, answer('Fine').replaceAll('100', '-100'), wholeAnswers.openai);
    expect((await ask()).usage.promptTokens).toBeGreaterThan(0);
    server.answering = (_incoming, response) =>
      void response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
    expect(await failureOf(ask())).toMatchObject({ errorClass: 'BAD_REQUEST' });
  });

  it('are not called if MODEL_PROVIDER is offline', async () => {
    const { own, ask } = await open({ only: 'offline' });
    await own.add(orgId, model(), ACTOR);
    expect((await ask()).provider).toBe('offline');
    expect(requested).toEqual([]);
  });

  it('use the org’s own keys instead of the deployment’s, with separate cooldowns', async () => {
    const { own, ask, keyStates } = await open();
    const fingerprint = await own.addKey(orgId, 'openai', SECRET, ACTOR);
    await expect(own.addKey(orgId, 'openai', SECRET, ACTOR)).rejects.toMatchObject({
      code: 'PROVIDER_KEY_EXISTS',
    });
    expect(await ask()).toMatchObject({ provider: 'openai', model: 'gpt-5.4-mini' });
    expect(requested[0]?.key).toBe(`Bearer ${SECRET}`);
    expect((await ask(randomUUID())).provider).toBe('offline');
    expect(await own.keys(orgId)).toMatchObject([{ provider: 'openai', fingerprint, trouble: null }]);
    expect(await own.keys(randomUUID())).toEqual([]);
    server.answering = (_incoming, response) => sendError(response, 401);
    expect(await failureOf(ask())).toMatchObject({
      errorClass: 'KEY_REJECTED',
      message: expect.stringContaining("the org's keys of openai"),
    });
    expect(keyStates.obstacle('openai', SECRET)).toBeUndefined();
    expect(await own.keys(orgId)).toMatchObject([{ trouble: { removedStatus: 401 } }]);
    expect(await own.keys(null)).toEqual([]);
    server.answering = (incoming, response) =>
      sendAnswer(incoming, response, answer('Again'), wholeAnswers.openai);
    expect(await failureOf(ask())).toMatchObject({ errorClass: 'KEY_REJECTED' });
    await own.putBack(orgId, { provider: 'openai', fingerprint }, ACTOR);
    expect((await ask()).text).toBe('Again');
    await expect(own.putBack(orgId, { provider: 'openai', fingerprint }, ACTOR)).rejects.toMatchObject({
      kind: 'not_found',
    });
    await own.removeKey(orgId, 'openai', fingerprint, ACTOR);
    expect((await ask()).provider).toBe('offline');
    expect(await stored()).not.toContain(SECRET);
  });

  it('have texts embedded with the org’s own keys, which are disabled for both uses when refused', async () => {
    const { own, orgs, ask, keyStates } = await open();
    await own.addKey(orgId, 'openai', SECRET, ACTOR);
    const embedder = await eventually(async () => {
      expect(orgs.of(orgId)?.embedder).toMatchObject({ model: 'text-embedding-3-small' });
      return orgs.of(orgId)!.embedder!;
    });
    expect(orgs.of(randomUUID())?.embedder).toBeUndefined();
    const embedding = Array.from({ length: 768 }, () => 1);
    server.answering = (incoming, response) => {
      requested.push({ key: incoming.headers.authorization, body: {} });
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: [{ index: 0, embedding }], usage: { prompt_tokens: 3 } }));
    };
    expect(await embedder.embed(['tea'])).toMatchObject({ promptTokens: 3 });
    expect(requested.map(({ key }) => key)).toEqual([`Bearer ${SECRET}`]);
    server.answering = (_incoming, response) => sendError(response, 401);
    expect(await failureOf(embedder.embed(['tea']))).toMatchObject({ errorClass: 'KEY_REJECTED' });
    expect(await failureOf(ask())).toMatchObject({ errorClass: 'KEY_REJECTED' });
    expect(keyStates.obstacle('openai', SECRET)).toBeUndefined();
  });

  it('name the missing setting if their keys cannot be decrypted, and use no other key', async () => {
    const { own } = await open();
    await own.addKey(orgId, 'openai', SECRET, ACTOR);
    const without = await open({ secretsKey: null });
    expect(await failureOf(without.orgs.of(orgId)!.embedder!.embed(['tea']))).toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      message: expect.stringContaining('SECRETS_KEY'),
    });
    expect(() => without.router.route({ taskType: 'draft_reply', orgId })).toThrow(
      expect.objectContaining({
        errorClass: 'NOT_CONFIGURED',
        message: expect.stringContaining('SECRETS_KEY'),
      }),
    );
    await expect(without.own.addKey(orgId, 'google', SECRET, ACTOR)).rejects.toMatchObject({
      kind: 'not_configured',
      message: expect.stringContaining('SECRETS_KEY'),
    });
    expect(without.router.isOffline(randomUUID())).toBe(true);
  });
});
