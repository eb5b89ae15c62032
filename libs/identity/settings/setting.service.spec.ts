import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { FixedClock } from '#config';
import { AuditLog } from '../audit/audit-log.repository.ts';
import { OrgNotFoundError } from '../identity.errors.ts';
import type { Org } from '../orgs/org.entity.ts';
import { OrgService } from '../orgs/org.service.ts';
import { SecretBox } from './secret-box.ts';
import { KnownSettings } from './known-settings.ts';
import { wholeNumberSetting } from './read-setting.ts';
import { SettingService } from './setting.service.ts';

const SECRET = 'smtps://office:hunter2-hunter2@mail.example.com';
const decision = { actor: { kind: 'system' as const }, why: 'for the test' };
const deployment = new Map([
  ['TOOL_TIMEOUT_MS', '9000'],
  ['TOOL_CACHE_TTL_S', '300'],
]);
const known = new KnownSettings([
  { pack: 'geo', name: 'GEO_REGION', default: 'eu', description: 'Where the pack looks.' },
  { pack: 'geo', name: 'GEO_KEY', secret: true, description: 'Opens the service.' },
]);

describe('SettingService', () => {
  const on = suiteDatabase();
  let orgs: OrgService;
  let settings: SettingService;
  let org: Org;
  let made = 0;

  const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
  const openProcess = (box = new SecretBox('key of the test')) => {
    const service = new OrgService(on.database, clock, deployment, box, known);
    const named = { toolNames: () => ['store_insight', 'request_feature'] };
    return {
      orgs: service,
      settings: new SettingService(on.database, service, new AuditLog(clock), known, deployment, named),
    };
  };

  beforeAll(() => {
    ({ orgs, settings } = openProcess());
  });

  beforeEach(async () => {
    made += 1;
    org = await orgs.create({ slug: `org-${made}`, name: 'Org', timezone: 'Asia/Nicosia' });
  });

  const audited = () =>
    on.database.forOrg(org.id, (tx) =>
      tx.query('SELECT action, target, before, after, reason FROM audit_log WHERE org_id = $1 ORDER BY id'),
    );

  it('lists every setting with its effective value and source', async () => {
    const list = await settings.list(org.id);
    expect(list).toHaveLength(known.all.length);
    const view = (name: string) => list.find((setting) => setting.name === name);
    expect(view('MODEL_ROUNDS')).toMatchObject({
      value: '5',
      source: 'default',
      default: '5',
      min: 1,
      max: 50,
    });
    expect(view('TOOL_TIMEOUT_MS')).toMatchObject({ value: '9000', source: 'deployment', default: '9000' });
    expect(view('TOOL_CACHE_TTL_S')).toMatchObject({ value: '300', source: 'default' });
    expect(view('ORG_TIMEZONE')).toMatchObject({ value: 'Asia/Nicosia', kind: 'time_zone', source: 'made' });
    expect(view('GEO_REGION')).toMatchObject({ value: 'eu', source: 'default', pack: 'geo' });
    expect(view('SMTP_URL')).toMatchObject({ value: null, isSet: false, source: 'default', default: null });
    expect(view('WEBHOOK_URL')).toMatchObject({ value: null, isSet: false });
  });

  it('sets and clears values, with an audit entry for each change', async () => {
    expect(await settings.set(org.id, 'MODEL_ROUNDS', ' 07', decision)).toMatchObject({
      value: '7',
      source: 'org',
      default: '5',
    });
    expect(wholeNumberSetting(await orgs.settingsOf(org.id), 'MODEL_ROUNDS')).toBe(7);
    await settings.clear(org.id, 'MODEL_ROUNDS', decision);
    expect(await settings.clear(org.id, 'MODEL_ROUNDS', decision)).toMatchObject({
      value: '5',
      source: 'default',
    });
    const target = 'setting:MODEL_ROUNDS';
    expect(await audited()).toEqual([
      { action: 'setting.set', target, before: { value: null }, after: { value: '7' }, reason: decision.why },
      {
        action: 'setting.clear',
        target,
        before: { value: '7' },
        after: { value: null },
        reason: decision.why,
      },
    ]);
  });

  it('takes effect in other processes soon', async () => {
    const elsewhere = openProcess();
    const rounds = async () => wholeNumberSetting(await elsewhere.orgs.settingsOf(org.id), 'MODEL_ROUNDS');
    expect(await rounds()).toBe(5);
    const changedAt = performance.now();
    await settings.set(org.id, 'MODEL_ROUNDS', '8', decision);
    await eventually(async () => expect(await rounds()).toBe(8));
    expect(performance.now() - changedAt).toBeLessThan(SOON_MS);
  });

  it('keeps a secret out of rows, responses and the audit log', async () => {
    const set = await settings.set(org.id, 'SMTP_URL', SECRET, decision);
    expect(set).toMatchObject({ value: null, isSet: true, source: 'org' });
    expect((await orgs.settingsOf(org.id)).get('SMTP_URL')).toBe(SECRET);
    await settings.set(org.id, 'SMTP_URL', `${SECRET}:26`, decision);
    await settings.clear(org.id, 'SMTP_URL', decision);
    const rows = await audited();
    expect(rows).toMatchObject([
      { before: { isSet: false }, after: { isSet: true } },
      { before: { isSet: true }, after: { isSet: true } },
      { before: { isSet: true }, after: { isSet: false } },
    ]);
    expect(JSON.stringify([rows, set, await settings.list(org.id)])).not.toMatch(/hunter2|sealed/);
    await expect(settings.set(org.id, 'SMTP_URL', 'hunter2', decision)).rejects.toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') as string }) as Error,
    );
  });

  it('stores no secret if the deployment has no key', async () => {
    const keyless = openProcess(new SecretBox(undefined)).settings;
    await expect(keyless.set(org.id, 'GEO_KEY', 'x', decision)).rejects.toMatchObject({
      code: 'SECRETS_KEY_MISSING',
    });
    expect(await audited()).toEqual([]);
  });

  it.each([
    ['MODEL_ROUNDS', 'many', 'MODEL_ROUNDS: expected a whole number from 1 to 50, found "many".', 'invalid'],
    ['MODEL_ROUND', '5', 'Did you mean MODEL_ROUNDS', 'not_found'],
    [
      'TOOL_APPROVALS',
      'store_insigt',
      'there is no tool "store_insigt". Did you mean store_insight?',
      'invalid',
    ],
    ['MAIL_FROM', 'sealed:v1:abc', 'does not begin with', 'invalid'],
  ])('refuses %s = %j with what was expected', async (name, value, message, kind) => {
    await expect(settings.set(org.id, name, value, decision)).rejects.toMatchObject({
      message: expect.stringContaining(message) as string,
      kind,
    });
    expect(await audited()).toEqual([]);
  });

  it('changes nothing without a reason, or for an unknown org', async () => {
    for (const why of ['  ', 'x'.repeat(1_001)])
      await expect(settings.set(org.id, 'MODEL_ROUNDS', '7', { ...decision, why })).rejects.toMatchObject({
        pointer: '/why',
      });
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(settings.set(nobody, 'MODEL_ROUNDS', '7', decision)).rejects.toThrow(OrgNotFoundError);
    await expect(settings.list(nobody)).rejects.toThrow(OrgNotFoundError);
  });

  it('reports that an invalid stored value is ignored', async () => {
    await on.database.forOrg(org.id, (tx) => orgs.changeSettings(tx, { MODEL_ROUNDS: '900' }));
    expect(await settings.get(org.id, 'MODEL_ROUNDS')).toMatchObject({
      value: '5',
      source: 'default',
      problem: 'MODEL_ROUNDS: expected a whole number from 1 to 50; the stored value is ignored.',
    });
    expect(wholeNumberSetting(await orgs.settingsOf(org.id), 'MODEL_ROUNDS')).toBe(5);
  });

  it('keeps concurrent changes of two users', async () => {
    await Promise.all([
      settings.set(org.id, 'MODEL_ROUNDS', '7', decision),
      settings.set(org.id, 'WINDOW_MESSAGES', '30', decision),
      settings.set(org.id, 'TOOL_APPROVALS', 'store_insight', decision),
    ]);
    const stored = (await orgs.byId(org.id))?.settings;
    expect(stored).toEqual({ MODEL_ROUNDS: '7', WINDOW_MESSAGES: '30', TOOL_APPROVALS: 'store_insight' });
  });
});
