import { randomBytes } from 'node:crypto';
import { settingList, settingView } from '#contracts';
import { OrgService } from '#identity';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const HOOK = 'https://hooks.example.com/in?token=hunter2hunter2';
const why = 'for the test';

const {
  admin,
  orgAdmin: boss,
  member,
  analyst,
  platform,
} = useAdmin({
  env: { SECRETS_KEY: randomBytes(32).toString('base64'), TOOL_TIMEOUT_MS: '9000' },
});

const list = (who: SignedIn, query = '') => who.read(settingList, `/admin/settings${query}`);
const one = async (who: SignedIn, name: string, query = '') =>
  (await list(who, query)).items.find((setting) => setting.name === name);
const put = (who: SignedIn, name: string, value: unknown, query = '') =>
  who.send('PUT', `/admin/settings/${name}${query}`, { body: { value, why } });
const clear = (who: SignedIn, name: string, query = '') =>
  who.send('DELETE', `/admin/settings/${name}${query}`, { body: { why } });
it('shows every role the settings of its org with their values and sources', async () => {
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

it('lets admins set and clear a setting, with immediate effect', async () => {
  const set = await bodyOf(settingView, put(boss, 'MODEL_ROUNDS', 7));
  expect(set).toMatchObject({ name: 'MODEL_ROUNDS', value: '7', source: 'org', default: '5' });
  const orgs = admin.app.get(OrgService);
  expect((await orgs.settingsOf(admin.orgA.id)).get('MODEL_ROUNDS')).toBe('7');
  expect(await one(platform, 'MODEL_ROUNDS', '?org=org-b')).toMatchObject({ value: '5', source: 'default' });
  const cleared = await bodyOf(settingView, clear(platform, 'MODEL_ROUNDS', '?org=org-a'));
  expect(cleared).toMatchObject({ value: '5', source: 'default' });
  expect(await admin.audited({ target: 'setting:MODEL_ROUNDS' })).toMatchObject([
    { action: 'setting.set', actorKind: 'user', after: { value: '7' }, reason: why },
    { action: 'setting.clear', after: { value: null } },
  ]);
});

it('accepts only existing tool names, as a list or as text', async () => {
  const set = await put(boss, 'TOOL_APPROVALS', ['store_insight', 'request_feature']);
  expect(await set.json()).toMatchObject({ value: 'store_insight,request_feature' });
  const refused = await expectProblem(await put(boss, 'TOOLS_DISABLED', 'search_propertis'), 422);
  expect(refused.detail).toContain('Did you mean search_properties?');
});

it('never shows a secret, and hides URLs from roles that cannot change them', async () => {
  const set = await (await put(boss, 'SMTP_URL', 'smtp://u:hunter2hunter2@mail.example.com')).text();
  expect(JSON.parse(set)).toMatchObject({ value: null, isSet: true, source: 'org' });
  expect((await put(boss, 'WEBHOOK_URL', HOOK)).status).toBe(200);
  expect(await one(boss, 'WEBHOOK_URL')).toMatchObject({ value: HOOK });
  const seen = JSON.stringify([await list(member), await list(analyst), await admin.audited({}), set]);
  expect(seen).not.toContain('hunter2');
  expect(await one(member, 'WEBHOOK_URL')).toMatchObject({ isSet: true, source: 'org' });
});

it('refuses changes by members, without a picked org, and with invalid values', async () => {
  await expectProblem(await put(member, 'MODEL_ROUNDS', 7), 403);
  await expectProblem(await clear(member, 'MODEL_ROUNDS'), 403);
  await expectProblem(await platform.get('/admin/settings'), 422);
  await expectProblem(await put(platform, 'MODEL_ROUNDS', 7), 422);
  const misfit = await expectProblem(await put(boss, 'MODEL_ROUNDS', 51), 422);
  expect(misfit.errors).toEqual([
    { pointer: '/value', detail: 'MODEL_ROUNDS: expected a whole number from 1 to 50, found "51".' },
  ]);
  expect((await expectProblem(await put(boss, 'MODEL_ROUND', 5), 404)).detail).toContain('MODEL_ROUNDS');
  for (const value of [null, {}, '', [], 'a\u0000b'])
    await expectProblem(await put(boss, 'MODEL_ROUNDS', value), 422);
  for (const body of [undefined, { value: 5 }, { value: 5, why: '' }, { value: 5, why, more: 1 }])
    expect((await boss.send('PUT', '/admin/settings/MODEL_ROUNDS', { body })).status).toBe(422);
});
