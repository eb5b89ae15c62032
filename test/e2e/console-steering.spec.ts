import { z } from 'zod';
import {
  consoleAuditPage,
  consoleCircuits,
  consoleProviderKeys,
  consoleTurnDetail,
  playgroundSteps,
  playgroundTurn,
  toolVersionAnswer,
  type PlaygroundSteps,
} from '#contracts/console';
import { ConsoleClient } from '../../scripts/console/console-client.ts';
import { eventually } from '../harness/eventually.ts';
import type { LocalServer } from '../harness/local-server.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest } from './api.fixture.ts';
import { toolRunsByHand } from './tool-runs.fixture.ts';
import { answer, refuse, ScriptedProviders } from './providers.fixture.ts';
import { startReceiver, webhooksOfTurns } from './webhooks.fixture.ts';

const KEY = 'sk-of-the-org';

/** Changes in the console, and their effect on turns and tools in other processes. */
describeWith(['postgres', 'redis'], 'the console steers whole processes', () => {
  let providers: ScriptedProviders;
  let receiver: LocalServer;
  let api: ApiTest;
  let console: ConsoleClient;
  let otherKey: string;

  beforeAll(async () => {
    providers = await ScriptedProviders.start();
    receiver = await startReceiver();
    api = await ApiTest.start({
      backend: 'redis',
      apps: ['api', 'admin'],
      env: {
        MODEL_PROVIDER: '',
        OPENAI_BASE_URL: `http://127.0.0.1:${providers.port}/openai`,
        HTTP_ALLOW_HOSTS: `127.0.0.1:${providers.port},${receiver.address}`,
      },
    });
    console = await ConsoleClient.open(api.turnpike.url('admin'), api.turnpike.admin);
    otherKey = await api.createKey(await api.createOrg('others'));
  });
  beforeEach(() => (providers.asked.length = 0));
  afterAll(async () => {
    await console?.close();
    await api?.stop();
    await providers?.stop();
    await receiver?.stop();
  });

  async function reply(key?: string): Promise<string> {
    const response = await api.turnpike.request('/v1/messages?wait=20', {
      method: 'POST',
      body: JSON.stringify({ contact: 'ann', channel: 'chat', agent: 'qualifier', text: 'Hello' }),
      ...(key ? { key } : {}),
    });
    const turn = (await response.json()) as { reply: { text: string } | null };
    return turn.reply?.text ?? '';
  }
  const path = (name: string) => `${name}?org=demo`;
  /** Model requests of turns. Outbox tasks, such as the summary, send no tools and run at any time. */
  const turnRequests = () => providers.asked.filter(({ body }) => body.tools);

  it('lets an org’s own models answer its turns soon after they are added, and no other org’s', async () => {
    await console.post(
      path('models'),
      {
        name: 'our-llama',
        baseUrl: `http://127.0.0.1:${providers.port}/openai`,
        model: 'llama3:8b',
        tier: 'standard',
        apiKey: KEY,
      },
      z.unknown(),
    );
    providers.behave = (asked, response) => answer(asked, response, `From ${asked.body.model}.`);
    await eventually(async () => expect(await reply()).toBe('From llama3:8b.'));
    expect(turnRequests().at(-1)).toMatchObject({ key: KEY, body: { model: 'llama3:8b' } });
    const before = turnRequests();
    expect(await reply(otherKey)).not.toContain('llama');
    expect(turnRequests()).toEqual(before);
    const { items } = await console.get(path('model-circuits'), consoleCircuits);
    expect(items).toContainEqual(
      expect.objectContaining({ app: 'worker', model: 'our-llama', own: true, state: 'closed' }),
    );
    await console.delete(path('models/our-llama'), {}, z.unknown());
    await eventually(async () => expect(await reply()).not.toContain('llama'));
  });

  it('uses an org’s own keys; the console shows a rejected key, and puts it back into use', async () => {
    const { fingerprint } = await console.post(
      path('provider-keys'),
      { provider: 'openai', key: KEY },
      z.object({ fingerprint: z.string() }),
    );
    providers.behave = (_asked, response) => refuse(response, 401);
    const keys = async () => (await console.get(path('provider-keys'), consoleProviderKeys)).items;
    await eventually(async () => {
      await reply();
      expect(await keys()).toMatchObject([{ fingerprint, state: 'removed', refusedWith: 401 }]);
    });
    providers.behave = (asked, response) => answer(asked, response, `From ${asked.body.model}.`);
    await console.post(path('provider-keys/put-back'), { provider: 'openai', fingerprint }, z.unknown());
    await eventually(async () => expect(await reply()).toBe('From gpt-5.4-mini.'));
    expect(turnRequests().at(-1)?.key).toBe(KEY);
    expect(await keys()).toMatchObject([{ state: 'in_use' }]);
    const rows = await api.rows(
      `SELECT (SELECT json_agg(k) FROM org_provider_keys k) AS keys, (SELECT json_agg(a) FROM audit_log a) AS audit,
              (SELECT json_agg(s.attributes) FROM spans s) AS spans`,
    );
    expect(JSON.stringify(rows)).not.toContain(KEY);
  });

  /** Sends a message from the playground. @returns its turn after it has ended, with its steps */
  async function tryOut(body: object, org = 'demo'): Promise<{ turnId: string; steps: PlaygroundSteps }> {
    const { turnId } = await console.post(`playground/messages?org=${org}`, body, playgroundTurn);
    await eventually(async () => {
      const { turn } = await console.get(`turns/${turnId}`, consoleTurnDetail);
      expect(turn.state).toBe('completed');
    });
    // Spans are written a moment after the end.
    const steps = await eventually(async () => {
      const seen = await console.get(`playground/turns/${turnId}/steps`, playgroundSteps);
      expect(seen.broker).not.toBeNull();
      return seen;
    });
    return { turnId, steps };
  }
  const replies = () => (providers.behave = (asked, response) => answer(asked, response, 'Good.'));

  describe('a message from the playground', () => {
    beforeAll(replies);

    it('is answered by the requested model, for this turn only', async () => {
      const { turnId, steps } = await tryOut({
        text: 'Find a flat in Paphos',
        override: { model: 'gpt-6.1-sol' },
      });
      await eventually(async () => {
        const { route } = await console.get(`playground/turns/${turnId}/steps`, playgroundSteps);
        expect(route).toMatchObject({ model: 'gpt-6.1-sol', asked: 'the model gpt-6.1-sol' });
        expect(route?.candidates).toContain('gpt-5.4-mini: the turn asks for gpt-6.1-sol');
      });
      expect(steps.intent?.agent).toBeTruthy();
      expect(turnRequests().at(-1)?.body.model).toBe('gpt-6.1-sol');
      const { turn } = await console.get(`turns/${turnId}`, consoleTurnDetail);
      expect(turn).toMatchObject({ model: 'gpt-6.1-sol', override: { model: 'gpt-6.1-sol' } });
      const { items } = await console.get(`audit?org=demo&action=turn`, consoleAuditPage);
      expect(items).toContainEqual(
        expect.objectContaining({
          action: 'turn.override',
          target: `turn:${turnId}`,
          after: { model: 'gpt-6.1-sol' },
        }),
      );
      await tryOut({ text: 'And in Limassol?', conversationId: turn.conversationId });
      expect(turnRequests().at(-1)?.body.model).not.toBe('gpt-6.1-sol');
    });

    it('is offered tools by another mode of the broker, with scores and reasons', async () => {
      const text = 'Find a flat with a sea view in Paphos';
      const off = (await tryOut({ text, override: { broker: 'off' } })).steps.broker;
      const on = (await tryOut({ text, override: { broker: 'enforce' } })).steps.broker;
      expect(off).toMatchObject({ mode: 'off', asked: true });
      expect(off?.tools.every(({ score }) => score === null)).toBe(true);
      expect(on).toMatchObject({ mode: 'enforce', asked: true });
      const offered = on?.tools.filter((tool) => tool.offered) ?? [];
      const search = offered.find(({ tool }) => tool === 'search_properties');
      expect(search?.score).toBeGreaterThan(0);
      expect(search?.reason).toMatch(/^offered: /);
    });
  });

  it('rejects a model that the org may not use', async () => {
    const ask = (model: string) => tryOut({ text: 'Hello', override: { model } });
    await expect(ask('no-such-model')).rejects.toThrow('no-such-model is not a model of the org');
    await expect(ask('gemini-3.8-flash')).rejects.toThrow('GOOGLE_API_KEY is not set');
    await console.put(path('models/gpt-6.1-sol/tier'), { tier: 'off' }, z.unknown());
    await expect(ask('gpt-6.1-sol')).rejects.toThrow('gpt-6.1-sol is not a model of the org');
    await console.put(path('models/gpt-6.1-sol/tier'), { tier: null }, z.unknown());
    await expect(tryOut({ text: 'Hello', override: {} })).rejects.toThrow('expected a model, a tier');
  });

  it('offers tools to the next turn by an edited description', async () => {
    const org = 'advisory';
    await console.post(`provider-keys?org=${org}`, { provider: 'openai', key: `${KEY}-too` }, z.unknown());
    replies();
    await console.post(
      'flags/tool_broker/set',
      { at: { place: 'org', org }, value: 'enforce', why: 'a test steers', overrideGate: true },
      z.unknown(),
    );
    const text = 'Please zorbicate the website of our company and draft a proposal for it';
    const weather = async () => {
      const { steps } = await tryOut({ text, agent: 'consult/pitch' }, org);
      return steps.broker?.tools.find(({ tool }) => tool === 'get_weather');
    };
    await eventually(async () => expect((await weather())?.offered).toBe(false));
    await console.put(
      `tools/get_weather/override?org=${org}`,
      {
        seenVersion: 0,
        override: { description: 'Zorbicates a website: asked for whenever one is to be zorbicated.' },
        reason: 'a test edits',
      },
      toolVersionAnswer,
    );
    await eventually(async () => {
      const after = await weather();
      expect(after?.offered).toBe(true);
      expect(after?.reason).toMatch(/^offered: rank .*words: .*zorbicate/);
    });
  });

  toolRunsByHand(() => ({ api, console }));
  webhooksOfTurns(() => ({ api, console, receiver }));
});
