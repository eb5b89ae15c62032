import { randomBytes } from 'node:crypto';
import { settingList, settingView } from '#contracts';
import { ApiKeyService, OrgService, UserService } from '#identity';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const HOOK = 'https://hooks.example.com/in?token=hunter2hunter2';
const why = 'for the test';

const {
  admin,
  orgAdmin: boss,
  member,
  analyst,
  platform,
} = useAdmin(['orgAdmin', 'member', 'analyst', 'platform'], {
  env: { SECRETS_KEY: randomBytes(32).toString('base64'), TOOL_TIMEOUT_MS: '9000' },
});

const list = async (who: SignedIn, query = '') =>
  settingList.parse(await (await who.get(`/admin/settings${query}`)).json());
const one = async (who: SignedIn, name: string, query = '') =>
  (await list(who, query)).items.find((setting) => setting.name === name);
const put = (who: SignedIn, name: string, value: unknown, query = '') =>
  who.send('PUT', `/admin/settings/${name}${query}`, { body: { value, why } });
const clear = (who: SignedIn, name: string, query = '') =>
  who.send('DELETE', `/admin/settings/${name}${query}`, { body: { why } });
const audited = (orgId: string) =>
  admin.database.forOrg(orgId, (tx) =>
    tx.query(
      'SELECT action, target, actor_kind, after, reason FROM audit_log WHERE org_id = $1 AND left(action, 8) = $2 ORDER BY id',
      ['setting.'],
    ),
  );

it('shows the settings of the own org to everybody in it, with what holds and why', async () => {
  for (const who of [boss, member, analyst])
    expect(await one(who, 'TOOL_TIMEOUT_MS')).toMatchObject({
      kind: 'whole_number',
      value: '9000',
      source: 'deployment',
      min: 100,
      unit: 'milliseconds',
    });
  expect((await list(boss)).secretsCanBeStored).toBe(true);
});

it('lets admins set and clear, and the change holds at once', async () => {
  const set = settingView.parse(await (await put(boss, 'MODEL_ROUNDS', 7)).json());
  expect(set).toMatchObject({ name: 'MODEL_ROUNDS', value: '7', source: 'org', default: '5' });
  const orgs = admin.app.get(OrgService);
  expect((await orgs.settingsOf(admin.orgA.id)).get('MODEL_ROUNDS')).toBe('7');
  expect(await one(platform, 'MODEL_ROUNDS', '?org=org-b')).toMatchObject({ value: '5', source: 'default' });
  const cleared = settingView.parse(await (await clear(platform, 'MODEL_ROUNDS', '?org=org-a')).json());
  expect(cleared).toMatchObject({ value: '5', source: 'default' });
  expect(await audited(admin.orgA.id)).toMatchObject([
    {
      action: 'setting.set',
      target: 'setting:MODEL_ROUNDS',
      actor_kind: 'user',
      after: { value: '7' },
      reason: why,
    },
    { action: 'setting.clear', target: 'setting:MODEL_ROUNDS', after: { value: null } },
  ]);
});

it('takes the names of tools that there are, as a list or as a text', async () => {
  const set = await put(boss, 'TOOL_APPROVALS', ['store_insight', 'request_feature']);
  expect(await set.json()).toMatchObject({ value: 'store_insight,request_feature' });
  const refused = await expectProblem(await put(boss, 'TOOLS_DISABLED', 'search_propertis'), 422);
  expect(refused.detail).toContain('Did you mean search_properties?');
});

it('never shows a secret, and hides what an address may hold from those who change nothing', async () => {
  const set = await (await put(boss, 'SMTP_URL', 'smtp://u:hunter2hunter2@mail.example.com')).text();
  expect(JSON.parse(set)).toMatchObject({ value: null, isSet: true, source: 'org' });
  expect((await put(boss, 'WEBHOOK_URL', HOOK)).status).toBe(200);
  expect(await one(boss, 'WEBHOOK_URL')).toMatchObject({ value: HOOK });
  const seen = JSON.stringify([await list(member), await list(analyst), await audited(admin.orgA.id), set]);
  expect(seen).not.toContain('hunter2');
  expect(await one(member, 'WEBHOOK_URL')).toMatchObject({ isSet: true, source: 'org' });
});

it('refuses who may not, and names what does not fit', async () => {
  for (const who of [member, analyst]) {
    await expectProblem(await put(who, 'MODEL_ROUNDS', 7), 403);
    await expectProblem(await clear(who, 'MODEL_ROUNDS'), 403);
  }
  await expectProblem(await boss.get('/admin/settings?org=org-b'), 404);
  await expectProblem(await put(boss, 'MODEL_ROUNDS', 7, '?org=org-b'), 404);
  await expectProblem(await platform.get('/admin/settings'), 422);
  await expectProblem(await put(platform, 'MODEL_ROUNDS', 7), 422);
  const misfit = await expectProblem(await put(boss, 'MODEL_ROUNDS', 51), 422);
  expect(misfit.errors).toEqual([
    { pointer: '/value', detail: 'MODEL_ROUNDS: expected a whole number from 1 to 50, found "51".' },
  ]);
  expect((await expectProblem(await put(boss, 'MODEL_ROUND', 5), 404)).detail).toContain('MODEL_ROUNDS');
  for (const value of [null, true, {}, '', [], 'a\u0000b', Number.MAX_VALUE])
    await expectProblem(await put(boss, 'MODEL_ROUNDS', value), 422);
  for (const body of [undefined, {}, { value: 5 }, { value: 5, why: '' }, { value: 5, why, more: 1 }])
    expect((await boss.send('PUT', '/admin/settings/MODEL_ROUNDS', { body })).status).toBe(422);
  await expectProblem(await boss.send('DELETE', '/admin/settings/MODEL_ROUNDS'), 422);
  await expectProblem(await clear(boss, 'a%20b'), 422);
});

it('obeys an API key of scope admin as it does its user', async () => {
  const { database, app, orgA } = admin;
  const user = await database.forOrg(orgA.id, (tx) => app.get(UserService).byHandleOrId(tx, 'admin'));
  const { key } = await database.forOrg(orgA.id, (tx) =>
    app.get(ApiKeyService).create(tx, { name: 'steering', scopes: ['admin'], userId: user?.id ?? null }),
  );
  const answer = await fetch(`${admin.url}/admin/settings/WINDOW_MESSAGES`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ value: 30, why }),
  });
  expect(await answer.json()).toMatchObject({ value: '30' });
  expect((await audited(orgA.id)).at(-1)).toMatchObject({ actor_kind: 'api_key', after: { value: '30' } });
});
