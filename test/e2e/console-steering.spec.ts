import { z } from 'zod';
import { consoleCircuits, consoleProviderKeys } from '#contracts/console';
import { ConsoleClient } from '../../scripts/console/console-client.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest } from './api.fixture.ts';
import { answer, refuse, ScriptedProviders } from './providers.fixture.ts';

const KEY = 'sk-of-the-org';

describeWith(['build', 'postgres', 'redis'], 'models and keys of an org, in whole processes', () => {
  let providers: ScriptedProviders;
  let api: ApiTest;
  let console: ConsoleClient;
  let otherKey: string;

  beforeAll(async () => {
    providers = await ScriptedProviders.start();
    api = await ApiTest.start({
      backend: 'redis',
      apps: ['api', 'admin'],
      env: {
        MODEL_PROVIDER: '',
        OPENAI_BASE_URL: `http://127.0.0.1:${providers.port}/openai`,
        HTTP_ALLOW_HOSTS: `127.0.0.1:${providers.port}`,
      },
    });
    console = await ConsoleClient.open(api.turnpike.url('admin'), api.turnpike.admin);
    otherKey = await api.createKey(await api.createOrg('others'));
  }, 240_000);
  beforeEach(() => (providers.asked.length = 0));
  afterAll(async () => {
    await console?.close();
    await api?.stop();
    await providers?.stop();
  }, 240_000);

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

  it('answer the turns of that org soon after they are added, and of no other', async () => {
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
    await eventually(async () => expect(await reply()).toBe('From llama3:8b.'), 5_000);
    expect(providers.asked.at(-1)).toMatchObject({ key: KEY, body: { model: 'llama3:8b' } });
    const before = providers.asked.length;
    expect(await reply(otherKey)).not.toContain('llama');
    expect(providers.asked).toHaveLength(before);
    const { items } = await console.get(path('model-circuits'), consoleCircuits);
    expect(items).toContainEqual(
      expect.objectContaining({ app: 'worker', model: 'our-llama', own: true, state: 'closed' }),
    );
    await console.delete(path('models/our-llama'), {}, z.unknown());
    await eventually(async () => expect(await reply()).not.toContain('llama'), 5_000);
  }, 240_000);

  it('use the org’s keys; one that is refused is seen in the console and put back', async () => {
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
    await eventually(async () => expect(await reply()).toBe('From gpt-5.4-mini.'), 5_000);
    expect(providers.asked.at(-1)?.key).toBe(KEY);
    expect(await keys()).toMatchObject([{ state: 'in_use' }]);
    const rows = await api.rows(
      `SELECT (SELECT json_agg(k) FROM org_provider_keys k) AS keys, (SELECT json_agg(a) FROM audit_log a) AS audit,
              (SELECT json_agg(s.attributes) FROM spans s) AS spans`,
    );
    expect(JSON.stringify(rows)).not.toContain(KEY);
  }, 240_000);
});
