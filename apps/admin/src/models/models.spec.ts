import { problem } from '#contracts';
import { consoleCircuits, consoleModels, consoleProviderKeys } from '#contracts/console';
import { CircuitRepository } from '#models';
import { describeWith } from '../../../../test/harness/services.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const SECRET = 'sk-very-secret-key';
const MODEL = {
  name: 'our-llama',
  baseUrl: 'https://gpu.example.com/v1',
  model: 'meta/llama-3:8b',
  tier: 'flash',
  prices: { input: 0.1, output: 0.2 },
  apiKey: SECRET,
};

describeWith(['postgres'], 'models in the console', () => {
  const {
    admin,
    orgAdmin: boss,
    otherAdmin: stranger,
    member,
    platform,
  } = useAdmin({ env: { SECRETS_KEY: 'the key of the test' } });

  const models = (who: SignedIn, query = '') => who.read(consoleModels, `/admin/models${query}`);
  const named = async (who: SignedIn, name: string) =>
    (await models(who)).items.find((model) => model.name === name);
  const keys = async (who: SignedIn) => (await who.read(consoleProviderKeys, '/admin/provider-keys')).items;
  const send = async (who: SignedIn, method: string, path: string, body?: unknown) =>
    (await who.send(method, `/admin/${path}`, { body })).status;

  it('can be added, changed and removed by admins for their org only, without showing the key', async () => {
    expect(await send(boss, 'POST', 'models', MODEL)).toBe(204);
    expect(await named(boss, 'our-llama')).toMatchObject({
      provider: 'compatible',
      tier: 'flash',
      prices: { input: 0.1, cachedInput: 0.1, output: 0.2 },
      abilities: { tools: true, vision: false, jsonSchema: false, streaming: true },
      own: { baseUrl: MODEL.baseUrl, model: MODEL.model, hasKey: true },
    });
    expect(await named(stranger, 'our-llama')).toBeUndefined();
    expect((await models(platform, '?org=org-a')).items[0]?.name).toBe('our-llama');
    const { name: _name, apiKey: _apiKey, ...rest } = MODEL;
    expect(await send(stranger, 'PUT', 'models/our-llama', rest)).toBe(404);
    for (const more of ['?key=1', '#part'])
      expect(await send(boss, 'PUT', 'models/our-llama', { ...rest, baseUrl: MODEL.baseUrl + more })).toBe(
        422,
      );
    expect(await send(stranger, 'DELETE', 'models/our-llama')).toBe(404);
    expect(await send(boss, 'PUT', 'models/our-llama', { ...rest, tier: 'standard' })).toBe(204);
    expect(await named(boss, 'our-llama')).toMatchObject({ tier: 'standard', own: { hasKey: true } });
    await expectProblem(
      await boss.send('PUT', '/admin/models/our-llama', {
        body: { ...rest, baseUrl: 'https://x.example.com/v1' },
      }),
      422,
    );
    const seen = await Promise.all(
      ['models', 'provider-keys', 'model-circuits'].map(async (path) =>
        (await boss.get(`/admin/${path}`)).text(),
      ),
    );
    const audited = await admin.audited({ target: 'model:our-llama' });
    expect(audited).toHaveLength(2);
    expect(JSON.stringify([seen, audited])).not.toContain(SECRET);
    expect(await send(boss, 'DELETE', 'models/our-llama')).toBe(204);
    expect(await named(boss, 'our-llama')).toBeUndefined();
  });

  it('can be moved to another tier by an org, as tasks can', async () => {
    expect(await send(boss, 'PUT', 'models/gpt-6.1-sol/tier', { tier: 'off' })).toBe(204);
    expect(await named(boss, 'gpt-6.1-sol')).toMatchObject({ tier: 'off', ownTier: 'premium' });
    expect(await named(stranger, 'gpt-6.1-sol')).toMatchObject({ tier: 'premium' });
    expect(await send(boss, 'PUT', 'models/gpt-6.1-sol/tier', { tier: null })).toBe(204);
    expect(await send(boss, 'PUT', 'task-tiers/negotiation', { tier: 'standard' })).toBe(204);
    expect((await models(boss)).taskTiers).toContainEqual({
      task: 'negotiation',
      tier: 'standard',
      isOwn: true,
    });
    const tasksOf = async (who: SignedIn) => (await models(who)).taskTiers.map(({ task }) => task);
    // The org has one pack, so it cannot set the tiers of another pack's tasks.
    expect(await tasksOf(boss)).not.toContain('circuit_verification');
    expect(await tasksOf(platform)).toContain('circuit_verification');
    expect(await send(boss, 'PUT', 'models/nobody/tier', { tier: 'flash' })).toBe(404);
    expect(await send(boss, 'PUT', 'task-tiers/nothing', { tier: 'flash' })).toBe(404);
    expect(await send(boss, 'PUT', 'task-tiers/negotiation', { tier: 'off' })).toBe(422);
  });

  it('have keys, identified by fingerprints, which admins can re-enable', async () => {
    const added = await boss.send('POST', '/admin/provider-keys', {
      body: { provider: 'anthropic', key: SECRET },
    });
    const { fingerprint } = (await added.json()) as { fingerprint: string };
    const reason = 'the test refuses keys';
    await admin.database.asPlatform(reason, async (tx) => {
      for (const place of ['anthropic', `org/${admin.orgA.id}/anthropic`])
        await tx.execute(
          `INSERT INTO provider_key_states (provider, fingerprint, removed_status, changed_at) VALUES ($1, $2, 403, now())`,
          [place, fingerprint],
        );
    });
    expect(await keys(boss)).toMatchObject([
      { provider: 'anthropic', fingerprint, state: 'removed', refusedWith: 403 },
    ]);
    expect(await keys(stranger)).toEqual([]);
    expect(await keys(platform)).toMatchObject([{ provider: 'anthropic', fingerprint, addedAt: null }]);
    const putBack = (who: SignedIn) =>
      send(who, 'POST', 'provider-keys/put-back', { provider: 'anthropic', fingerprint });
    expect(await putBack(stranger)).toBe(404);
    expect(await putBack(member)).toBe(403);
    expect([await putBack(boss), await putBack(boss)]).toEqual([204, 404]);
    expect(await keys(boss)).toMatchObject([{ state: 'in_use', refusedWith: null }]);
    expect(await keys(platform)).toHaveLength(1);
    expect(await putBack(platform)).toBe(204);
    expect(await send(stranger, 'DELETE', `provider-keys/anthropic/${fingerprint}`)).toBe(404);
    expect(await send(boss, 'DELETE', `provider-keys/anthropic/${fingerprint}`)).toBe(204);
    expect(await keys(boss)).toEqual([]);
  });

  it('leave their cooldown when an admin ends it', async () => {
    await admin.database.asPlatform('the test puts models into cooldown', async (tx) => {
      for (const place of ['openai', `org/${admin.orgA.id}/openai`])
        await tx.execute(
          `INSERT INTO model_cooldowns (place, model, cooldown_until, changed_at) VALUES ($1, 'gpt-6-luna', now() + interval '1 hour', now())`,
          [place],
        );
    });
    const cooldowns = async () =>
      admin.database.asPlatform('the test reads the cooldowns', (tx) =>
        tx.query<{ place: string }>('SELECT place FROM model_cooldowns ORDER BY place'),
      );
    const putBack = (who: SignedIn, model = 'gpt-6-luna') =>
      send(who, 'POST', 'models/put-back', { provider: 'openai', model });
    expect([await putBack(stranger), await putBack(member), await putBack(boss, 'another')]).toEqual([
      404, 403, 404,
    ]);
    const cooldownOf = async (who: SignedIn) => (await named(who, 'gpt-6-luna'))?.cooldown ?? null;
    expect([await cooldownOf(boss), await cooldownOf(stranger), await cooldownOf(platform)]).toEqual([
      { forMs: expect.any(Number) as number, here: true },
      { forMs: expect.any(Number) as number, here: false },
      { forMs: expect.any(Number) as number, here: true },
    ]);
    expect([await putBack(boss), await putBack(boss)]).toEqual([204, 404]);
    expect(await cooldownOf(boss)).toMatchObject({ here: false });
    expect(await cooldowns()).toEqual([{ place: 'openai' }]);
    expect(await putBack(platform)).toBe(204);
    expect(await cooldowns()).toEqual([]);
    expect(await send(boss, 'POST', 'models/put-back', { provider: 'offline', model: 'x' })).toBe(422);
  });

  it('have circuits in each worker; those of own models are visible only to their org', async () => {
    const { id: process, slug: _slug } = admin.orgB;
    const seen = { state: 'open', failure: 'OpenAI failed', since: new Date() } as const;
    await admin.database.asPlatform('the test is a worker', (tx) =>
      admin.app.get(CircuitRepository).report(tx, process, 'worker', [
        { ...seen, provider: 'openai', model: 'gpt-6.1-sol', orgId: null },
        { ...seen, provider: 'compatible', model: 'our-llama', orgId: admin.orgA.id },
      ]),
    );
    const circuits = async (who: SignedIn) =>
      (await who.read(consoleCircuits, '/admin/model-circuits')).items;
    expect(await circuits(boss)).toMatchObject([
      { app: 'worker', model: 'our-llama', own: true },
      { model: 'gpt-6.1-sol', own: false, state: 'open', failure: 'OpenAI failed' },
    ]);
    expect(await circuits(stranger)).toMatchObject([{ model: 'gpt-6.1-sol' }]);
  });

  it('are refused with a reason if invalid', async () => {
    expect(await send(member, 'POST', 'models', MODEL)).toBe(403);
    expect((await member.get('/admin/provider-keys')).status).toBe(403);
    expect(await send(boss, 'POST', 'models?org=org-b', MODEL)).toBe(404);
    expect(await send(platform, 'POST', 'models', MODEL)).toBe(422);
    for (const wrong of [
      { name: '../etc' },
      { name: 'gpt-6.1-sol' },
      { baseUrl: 'ftp://x.example.com' },
      { baseUrl: 'http://user:pass@x.example.com' },
      { baseUrl: 'http://127.0.0.1:11434/v1' },
      { tier: 'off' },
      { prices: { input: -1, output: 0 } },
      { contextWindowTokens: 0.5 },
      { apiKey: 'with space' },
      { colour: 'red' },
    ]) {
      const response = await boss.send('POST', '/admin/models', { body: { ...MODEL, ...wrong } });
      expect([409, 422]).toContain(response.status);
      const [field = ''] = Object.keys(wrong);
      const { errors = [] } = problem.parse(await response.json());
      expect(errors[0]?.pointer).toMatch(new RegExp(`^/${field}`));
    }
    for (const body of [
      { provider: 'compatible', key: 'x' },
      { provider: 'openai', key: '' },
    ])
      expect(await send(boss, 'POST', 'provider-keys', body)).toBe(422);
    expect(await send(boss, 'DELETE', 'provider-keys/openai/xyz')).toBe(422);
    const compatible = { provider: 'compatible', fingerprint: '0'.repeat(16) };
    expect(await send(boss, 'POST', 'provider-keys/put-back', compatible)).toBe(422);
  });
});
