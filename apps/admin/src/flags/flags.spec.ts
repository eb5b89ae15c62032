import { randomUUID } from 'node:crypto';
import { flagAlerts, flagDetail, flagDocument, flagImportOutcome, flagList, type FlagView } from '#contracts';
import { describeWith } from '../../../../test/harness/services.ts';
import { eventually } from '../../../../test/harness/eventually.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision } from '../broker/broker-decision.fixture.ts';

const WHY = 'because of the test';

describeWith('postgres', 'flags in the console', () => {
  const {
    admin,
    platform,
    orgAdmin,
    member,
    analyst,
    otherAdmin: stranger,
  } = useAdmin(['platform', 'orgAdmin', 'member', 'analyst', 'otherAdmin']);

  beforeEach(() =>
    admin.database.asPlatform('every test begins without a flag set', async (tx) => {
      for (const table of ['flag_rules', 'flag_alerts', 'audit_log'])
        await tx.execute(`DELETE FROM ${table}`);
    }),
  );

  const post = (who: SignedIn, path: string, body: object) =>
    who.send('POST', `/admin/flags/${path}`, { body });
  const setIn = (who: SignedIn, at: object, value: unknown, more: object = {}) =>
    post(who, 'tool_broker/set', { at, value, why: WHY, ...more });
  const shown = async (response: Response): Promise<FlagView> => {
    const body: unknown = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status: 200 });
    return body as FlagView;
  };
  const inOrg = (flag: FlagView, slug: string) => flag.orgs.find(({ org }) => org.slug === slug);

  it('show what holds in each org, and why, with the gate', async () => {
    await shown(await setIn(platform, { place: 'default' }, 'shadow'));
    await shown(await setIn(orgAdmin, { place: 'org' }, 'enforce'));
    const { items } = flagList.parse(await (await platform.get('/admin/flags')).json());
    const broker = items.find(({ key }) => key === 'tool_broker');
    expect(broker).toMatchObject({
      type: 'variants',
      values: ['off', 'shadow', 'enforce'],
      declaredDefault: 'off',
      default: { value: 'shadow', revision: 1 },
      killed: false,
      gate: { open: false, rate: null, turns: 0, minRate: 0.95, minTurns: 500 },
      guard: { fallback: 'shadow', minTurns: 20 },
    });
    expect(broker?.orgs.map(({ org, effective, source }) => [org.slug, effective, source])).toEqual([
      ['org-a', 'enforce', 'org'],
      ['org-b', 'shadow', 'default'],
    ]);
    expect(items.find(({ key }) => key === 'ptc')).toMatchObject({
      gate: null,
      guard: null,
      values: [true, false],
    });
  });

  it('are read by everybody in the org, and of the own org only', async () => {
    await shown(await setIn(stranger, { place: 'org' }, 'shadow'));
    for (const reader of [orgAdmin, member, analyst]) {
      const { items } = flagList.parse(await (await reader.get('/admin/flags')).json());
      expect(items.flatMap(({ orgs }) => orgs.map(({ org }) => org.slug))).toEqual(items.map(() => 'org-a'));
      await expectProblem(await reader.get('/admin/flags?org=org-b'), 404);
      const { history } = flagDetail.parse(await (await reader.get('/admin/flags/tool_broker')).json());
      expect(history).toEqual([]);
    }
  });

  it('have values for an org, a share of its conversations and a single one', async () => {
    const conversationId = randomUUID();
    await shown(await setIn(orgAdmin, { place: 'share' }, 'enforce', { percent: 20 }));
    const flag = await shown(await setIn(orgAdmin, { place: 'conversation', conversationId }, 'shadow'));
    expect(inOrg(flag, 'org-a')).toMatchObject({
      effective: 'off',
      share: { value: 'enforce', percent: 20, revision: 1 },
      pinned: 1,
    });
    const detail = flagDetail.parse(await (await member.get('/admin/flags/tool_broker')).json());
    expect(detail.conversations).toEqual([{ org: 'org-a', conversationId, value: 'shadow', revision: 1 }]);
    const cleared = await post(orgAdmin, 'tool_broker/clear', { at: { place: 'share' }, why: WHY });
    expect(inOrg(await shown(cleared), 'org-a')?.share).toMatchObject({ value: null, revision: 2 });
  });

  it('keep who changed what and why, and can be undone from there', async () => {
    await shown(await setIn(orgAdmin, { place: 'org' }, 'shadow'));
    await shown(await setIn(platform, { place: 'org', org: 'org-a' }, 'enforce'));
    const read = async () => flagDetail.parse(await (await platform.get('/admin/flags/tool_broker')).json());
    const { history } = await read();
    expect(history).toMatchObject([
      { actor: { name: 'root' }, before: { value: 'shadow' }, after: { value: 'enforce' }, why: WHY },
      { actor: { name: 'admin' }, org: { slug: 'org-a' }, after: { value: 'shadow' } },
    ]);
    const [last, first] = history;
    await expectProblem(await post(orgAdmin, `changes/${first?.id}/undo`, { why: WHY }), 409);
    await expectProblem(await post(stranger, `changes/${last?.id}/undo`, { why: WHY }), 404);
    await expectProblem(await post(member, `changes/${last?.id}/undo`, { why: WHY }), 403);
    const undone = await post(orgAdmin, `changes/${last?.id}/undo`, { why: 'no' });
    expect(inOrg(await shown(undone), 'org-a')?.effective).toBe('shadow');
  });

  it('are killed and revived for all orgs by platform admins', async () => {
    await shown(await setIn(orgAdmin, { place: 'org' }, 'enforce'));
    await expectProblem(await post(orgAdmin, 'tool_broker/kill', { why: WHY }), 403);
    const killed = await shown(await post(platform, 'tool_broker/kill', { why: WHY }));
    expect(killed).toMatchObject({
      killed: true,
      orgs: [{ effective: 'off', source: 'kill' }, { source: 'kill' }],
    });
    const revived = await shown(await post(platform, 'tool_broker/revive', { why: WHY }));
    expect(inOrg(revived, 'org-a')?.effective).toBe('enforce');
  });

  it('are changed by whom the roles let, and no other', async () => {
    for (const who of [orgAdmin, member, analyst])
      await expectProblem(await setIn(who, { place: 'default' }, 'shadow'), 403);
    for (const who of [member, analyst])
      await expectProblem(await setIn(who, { place: 'org' }, 'shadow'), 403);
    for (const who of [orgAdmin, member]) {
      await expectProblem(await setIn(who, { place: 'org', org: 'org-b' }, 'shadow'), 404);
    }
    await expectProblem(await setIn(platform, { place: 'org' }, 'shadow'), 422);
    await expectProblem(await post(member, 'import', { document: { version: 1, flags: {} }, why: WHY }), 403);
  });

  it('wait behind the gate, which a platform admin overrides with a reason', async () => {
    const refused = await expectProblem(await setIn(platform, { place: 'default' }, 'enforce'), 409);
    expect(refused).toMatchObject({ type: 'urn:turnpike:problem:flag-gate-closed' });
    expect(refused.detail).toContain('no turn was measured');
    const set = await setIn(platform, { place: 'default' }, 'enforce', { overrideGate: true });
    expect((await shown(set)).default.value).toBe('enforce');
  });

  it('refuse a change that was decided on an older look', async () => {
    await shown(await setIn(orgAdmin, { place: 'org' }, 'shadow', { revision: 0 }));
    const late = await expectProblem(
      await setIn(orgAdmin, { place: 'org' }, 'enforce', { revision: 0 }),
      409,
    );
    expect(late.type).toBe('urn:turnpike:problem:flag-changed-meanwhile');
  });

  it('go out as JSON and come in again, after a look at what would change', async () => {
    await shown(await setIn(orgAdmin, { place: 'org' }, 'enforce'));
    const own = flagDocument.parse(await (await orgAdmin.get('/admin/flags/export')).json());
    expect(own.flags.tool_broker).toEqual({ orgs: { 'org-a': { value: 'enforce' } } });
    const document = { version: 1, flags: { tool_broker: { orgs: { 'org-a': { value: 'off' } } } } };
    const look = await post(orgAdmin, 'import', { document, why: WHY, dryRun: true });
    expect(flagImportOutcome.parse(await look.json())).toMatchObject({
      dryRun: true,
      changes: [{ flag: 'tool_broker', place: 'org', org: 'org-a', from: 'enforce', to: 'off' }],
    });
    expect(flagDocument.parse(await (await orgAdmin.get('/admin/flags/export')).json())).toEqual(own);
    expect((await post(orgAdmin, 'import', { document, why: WHY })).status).toBe(200);
    const foreign = { version: 1, flags: { ptc: { orgs: { 'org-b': { value: false } } } } };
    const refused = await expectProblem(await post(orgAdmin, 'import', { document: foreign, why: WHY }), 422);
    expect(refused.detail).toContain('no org org-b');
  });

  it('list what guards took back', async () => {
    await admin.database.forOrg(admin.orgA.id, (tx) =>
      tx.execute(
        `INSERT INTO flag_alerts (org_id, id, flag, from_value, to_value, rate, turns, threshold, raised_at)
         VALUES ($1, $2, 'tool_broker', 'enforce', 'shadow', 0.9, 20, 0.95, now())`,
        [randomUUID()],
      ),
    );
    const of = async (who: SignedIn) =>
      flagAlerts.parse(await (await who.get('/admin/flags/alerts')).json()).items;
    expect(await of(member)).toMatchObject([{ org: { slug: 'org-a' }, flag: 'tool_broker', rate: 0.9 }]);
    expect(await of(platform)).toHaveLength(1);
    expect(await of(stranger)).toEqual([]);
  });

  it.each<[string, string, object, number]>([
    ['an unknown flag', 'nothing/set', { at: { place: 'org' }, value: true, why: WHY }, 404],
    ['a key that is none', 'No-Flag/set', { at: { place: 'org' }, value: true, why: WHY }, 422],
    ['an unknown value', 'tool_broker/set', { at: { place: 'org' }, value: 'on', why: WHY }, 422],
    ['a value of another type', 'tool_broker/set', { at: { place: 'org' }, value: 7, why: WHY }, 422],
    ['no reason', 'tool_broker/set', { at: { place: 'org' }, value: 'off' }, 422],
    ['an empty reason', 'tool_broker/set', { at: { place: 'org' }, value: 'off', why: ' ' }, 422],
    ['an unknown place', 'tool_broker/set', { at: { place: 'town' }, value: 'off', why: WHY }, 422],
    [
      'a share without a percentage',
      'tool_broker/set',
      { at: { place: 'share' }, value: 'off', why: WHY },
      422,
    ],
    ['a finer percentage', 'ptc/set', { at: { place: 'share' }, value: true, percent: 0.001, why: WHY }, 422],
    [
      'a percentage over 100',
      'ptc/set',
      { at: { place: 'share' }, value: true, percent: 101, why: WHY },
      422,
    ],
    ['a change that is none', `changes/${randomUUID()}/undo`, { why: WHY }, 404],
    ['an id that is none', 'changes/7/undo', { why: WHY }, 422],
    ['a document of another version', 'import', { document: { version: 2, flags: {} }, why: WHY }, 422],
    [
      'an unknown flag in a document',
      'import',
      { document: { version: 1, flags: { no: {} } }, why: WHY },
      422,
    ],
  ])('refuse %s', async (_name, path, body, status) => {
    await expectProblem(await post(orgAdmin, path, body), status);
  });

  it('show the days of a gate over all orgs, as its rate is, whichever org is looked at', async () => {
    await addDecision(admin.database, admin.orgA.id, { mode: 'shadow', selected: ['find'] });
    await addDecision(admin.database, admin.orgB.id, {
      mode: 'shadow',
      selected: ['find'],
      missed: ['find'],
    });
    const gateOf = async (who: SignedIn, query = '') =>
      flagDetail.parse(await (await who.get(`/admin/flags/tool_broker${query}`)).json()).flag.gate;
    // Gate figures are cached for a moment.
    const gate = await eventually(async () => {
      const now = await gateOf(platform);
      expect(now).toMatchObject({ turns: 2, rate: 0.5 });
      return now;
    });
    expect(gate?.days).toEqual([{ day: new Date().toISOString().slice(0, 10), turns: 2, rate: 0.5 }]);
    expect(await gateOf(platform, '?org=org-a')).toEqual(gate);
    expect(await gateOf(orgAdmin)).toEqual(gate);
  });
});
