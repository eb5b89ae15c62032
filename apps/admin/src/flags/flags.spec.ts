import { randomUUID } from 'node:crypto';
import { flagAlerts, flagDetail, flagList, type FlagView } from '#contracts';
import { describeWith } from '../../../../test/harness/services.ts';
import { eventually } from '../../../../test/harness/eventually.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision } from '../broker/broker-decision.fixture.ts';

const WHY = 'because of the test';

describeWith('postgres', 'flags in the console', () => {
  const { admin, platform, orgAdmin, member, analyst, otherAdmin: stranger } = useAdmin();

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

  it('show each org’s effective value, its source and the gate', async () => {
    await shown(await setIn(platform, { place: 'default' }, 'shadow'));
    await shown(await setIn(orgAdmin, { place: 'org' }, 'enforce'));
    const { items } = await platform.read(flagList, '/admin/flags');
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

  it('can be read by every role, for the viewer’s own org only', async () => {
    await shown(await setIn(stranger, { place: 'org' }, 'shadow'));
    for (const reader of [orgAdmin, member, analyst]) {
      const { items } = await reader.read(flagList, '/admin/flags');
      expect(items.flatMap(({ orgs }) => orgs.map(({ org }) => org.slug))).toEqual(items.map(() => 'org-a'));
      const { history } = await reader.read(flagDetail, '/admin/flags/tool_broker');
      expect(history).toEqual([]);
    }
  });

  it('can be set for an org, a share of its conversations or a single one', async () => {
    const conversationId = randomUUID();
    await shown(await setIn(orgAdmin, { place: 'share' }, 'enforce', { percent: 20 }));
    const flag = await shown(await setIn(orgAdmin, { place: 'conversation', conversationId }, 'shadow'));
    expect(inOrg(flag, 'org-a')).toMatchObject({
      effective: 'off',
      share: { value: 'enforce', percent: 20, revision: 1 },
      pinned: 1,
    });
    const detail = await member.read(flagDetail, '/admin/flags/tool_broker');
    expect(detail.conversations).toEqual([{ org: 'org-a', conversationId, value: 'shadow', revision: 1 }]);
    const cleared = await post(orgAdmin, 'tool_broker/clear', { at: { place: 'share' }, why: WHY });
    expect(inOrg(await shown(cleared), 'org-a')?.share).toMatchObject({ value: null, revision: 2 });
  });

  it('record who changed them and why, and can be undone from the history', async () => {
    await shown(await setIn(orgAdmin, { place: 'org' }, 'shadow'));
    await shown(await setIn(platform, { place: 'org', org: 'org-a' }, 'enforce'));
    const read = () => platform.read(flagDetail, '/admin/flags/tool_broker');
    const { history } = await read();
    expect(history).toMatchObject([
      { actor: { name: 'root' }, before: { value: 'shadow' }, after: { value: 'enforce' }, why: WHY },
      { actor: { name: 'admin' }, org: { slug: 'org-a' }, after: { value: 'shadow' } },
    ]);
    const picked = await platform.read(flagDetail, '/admin/flags/tool_broker?org=org-a');
    expect(picked.history.slice(0, 2).map(({ actor }) => actor.name)).toEqual(['root', 'admin']);
    const [last, first] = history;
    await expectProblem(await post(orgAdmin, `changes/${first?.id}/undo`, { why: WHY }), 409);
    await expectProblem(await post(stranger, `changes/${last?.id}/undo`, { why: WHY }), 404);
    await expectProblem(await post(member, `changes/${last?.id}/undo`, { why: WHY }), 403);
    const undone = await post(orgAdmin, `changes/${last?.id}/undo`, { why: 'no' });
    expect(inOrg(await shown(undone), 'org-a')?.effective).toBe('shadow');
  });

  it('can be killed and revived for all orgs, by platform admins only', async () => {
    await expectProblem(await post(orgAdmin, 'tool_broker/kill', { why: WHY }), 403);
    const killed = await shown(await post(platform, 'tool_broker/kill', { why: WHY }));
    expect(killed).toMatchObject({ killed: true, orgs: [{ source: 'kill' }, { source: 'kill' }] });
    expect(await shown(await post(platform, 'tool_broker/revive', { why: WHY }))).toMatchObject({
      killed: false,
    });
  });

  it('can be changed only by permitted roles', async () => {
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

  it('refuse invalid changes with a reason', async () => {
    const gated = await expectProblem(await setIn(platform, { place: 'default' }, 'enforce'), 409);
    expect(gated).toMatchObject({ type: 'urn:turnpike:problem:flag-gate-closed' });
    await shown(await setIn(platform, { place: 'default' }, 'enforce', { overrideGate: true }));
    const late = await expectProblem(
      await setIn(platform, { place: 'default' }, 'off', { revision: 0 }),
      409,
    );
    expect(late.type).toBe('urn:turnpike:problem:flag-changed-meanwhile');
    await expectProblem(await setIn(orgAdmin, { place: 'org' }, 'on'), 422);
    await expectProblem(await setIn(orgAdmin, { place: 'share' }, 'off'), 422);
    await expectProblem(
      await post(orgAdmin, 'nothing/set', { at: { place: 'org' }, value: true, why: WHY }),
      404,
    );
    await expectProblem(await post(orgAdmin, `changes/${randomUUID()}/undo`, { why: WHY }), 404);
  });

  it('list the alerts of safeguards', async () => {
    await admin.query(
      `INSERT INTO flag_alerts (org_id, id, flag, from_value, to_value, rate, turns, threshold, raised_at)
         VALUES ($1, $2, 'tool_broker', 'enforce', 'shadow', 0.9, 20, 0.95, now())`,
      [randomUUID()],
    );
    const of = async (who: SignedIn) => (await who.read(flagAlerts, '/admin/flags/alerts')).items;
    expect(await of(member)).toMatchObject([{ org: { slug: 'org-a' }, flag: 'tool_broker', rate: 0.9 }]);
    expect(await of(platform)).toHaveLength(1);
    expect(await of(stranger)).toEqual([]);
  });

  it('show gate days over all orgs, whichever org is picked', async () => {
    await addDecision(admin.database, admin.orgA.id, { mode: 'shadow', selected: ['find'] });
    await addDecision(admin.database, admin.orgB.id, {
      mode: 'shadow',
      selected: ['find'],
      missed: ['find'],
    });
    const gateOf = async (who: SignedIn, query = '') =>
      (await who.read(flagDetail, `/admin/flags/tool_broker${query}`)).flag.gate;
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
