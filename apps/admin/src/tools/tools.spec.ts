import { randomUUID } from 'node:crypto';
import { type PutToolOverride, type ToolOverride } from '#contracts';
import {
  consoleToolDetail,
  consoleTools,
  deprecatedTools,
  type DeprecatedTools,
  toolRun,
  toolRuns,
  toolScopeAnswer,
  toolVersionAnswer,
} from '#contracts/console';
import { dayIn } from '#text';
import { OrgService } from '#identity';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addToolCall, addTurn } from '../console-rows.fixture.ts';

const TOOL = 'search_properties';
const reason = 'a test';

const { admin, platform: root, orgAdmin, member, everyAnalyst: analyst, otherAdmin } = useAdmin();

beforeAll(async () => {
  // Org B does not have the pack; its list has the tool because it was called there.
  await addToolCall(admin.database, { orgId: admin.orgB.id, tool: TOOL, createdAt: new Date() });
});

const put = (who: SignedIn, override: ToolOverride, { seenVersion = 0, org = '', tool = TOOL } = {}) => {
  const body: PutToolOverride = { override, seenVersion, reason };
  return who.send('PUT', `/admin/tools/${tool}/override${org && `?org=${org}`}`, { body });
};
const versionOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return toolVersionAnswer.parse(await response.json()).version;
};
const detailFor = (who: SignedIn, query = '', tool = TOOL) =>
  who.read(consoleToolDetail, `/admin/tools/${tool}${query}`);
const rowFor = async (who: SignedIn, query = '') => {
  const { items } = await who.read(consoleTools, `/admin/tools${query}`);
  return items.find(({ name }) => name === TOOL);
};

describe('editing a tool', () => {
  it('overrides it for the admin’s org, shows the differences, and can be reverted', async () => {
    expect(await versionOf(await put(orgAdmin, { description: 'For our agents.' }))).toBe(1);
    const detail = await detailFor(member);
    expect(detail.effective.description).toBe('For our agents.');
    expect(detail.file.description).not.toBe('For our agents.');
    expect(detail.org).toMatchObject({
      version: 1,
      differences: [{ field: 'description', below: detail.file.description, here: 'For our agents.' }],
      history: [{ version: 1, action: 'edit', reason, actor: { kind: 'user', name: 'admin' } }],
    });
    expect(detail.agents).toContain('estio/searcher');
    expect((await detailFor(otherAdmin)).effective.description).toBe(detail.file.description);
    expect((await detailFor(root)).org).toBeNull();
    const body = { seenVersion: 1, reason };
    expect(await versionOf(await orgAdmin.send('POST', `/admin/tools/${TOOL}/revert`, { body }))).toBe(2);
    expect((await detailFor(member)).effective).toEqual(detail.file);
  });

  it('for the platform affects every org, and hides its editors from org users', async () => {
    expect(await versionOf(await put(root, { enabled: false }))).toBe(1);
    expect(await rowFor(otherAdmin)).toMatchObject({ enabled: false, versions: { platform: 1 } });
    expect((await detailFor(otherAdmin)).platform).toMatchObject({ version: 1, history: [] });
    expect((await detailFor(analyst)).platform.history).toHaveLength(1);
    // An org cannot enable a tool that the platform disabled.
    await put(otherAdmin, { enabled: true });
    expect(await rowFor(otherAdmin)).toMatchObject({ enabled: false });
    await root.send('POST', `/admin/tools/${TOOL}/revert`, { body: { seenVersion: 1, reason } });
  });

  it('is allowed only to admins, in their own or the picked org', async () => {
    await expectProblem(await put(member, { enabled: false }), 403);
    await expectProblem(await put(member, { enabled: false }, { org: 'nowhere' }), 403);
    expect(await versionOf(await put(root, { tier: 'deferred' }, { org: 'org-b', seenVersion: 1 }))).toBe(2);
    expect((await detailFor(otherAdmin)).effective.tier).toBe('deferred');
  });

  it('is refused with the field if invalid, and after a concurrent edit', async () => {
    const { version: seenVersion } = (await detailFor(orgAdmin)).org ?? { version: -1 };
    for (const [override, pointer] of [
      [{ description: ' ' }, '/override/description'],
      [{ examples: ['\u0000'] }, '/override/examples/0'],
      [{ deprecated: { replacedBy: 'nothing', reason } }, '/override/deprecated/replacedBy'],
    ] as const) {
      const { errors } = await expectProblem(
        await put(orgAdmin, override as ToolOverride, { seenVersion }),
        422,
      );
      expect(errors?.map((error) => error.pointer)).toContain(pointer);
    }
    const newer = seenVersion + 1;
    await expectProblem(await put(orgAdmin, { enabled: false }, { seenVersion: newer }), 409);
    await expectProblem(await put(orgAdmin, {}, { tool: 'nothing' }), 404);
  });
});

describe('deprecated tools', () => {
  it('are reported with their uses by day and user, and whether they can be removed', async () => {
    const NAME = 'update_requirements';
    const deprecated = { replacedBy: TOOL, reason: 'one is enough' };
    await put(root, { deprecated }, { tool: NAME });
    await put(root, { deprecated: { replacedBy: TOOL, reason } }, { tool: 'retrieve_context' });
    const turn = await addTurn(admin.database, { orgId: admin.orgA.id, agent: 'closer' });
    const now = Date.now();
    for (const [orgId, daysAgo, turnId] of [
      [admin.orgA.id, 0, turn.id],
      [admin.orgA.id, 3, turn.id],
      [admin.orgB.id, 3, undefined],
      [admin.orgA.id, 20, undefined],
    ] as const) {
      const createdAt = new Date(now - daysAgo * 86_400_000);
      await addToolCall(admin.database, { orgId, tool: NAME, turnId, createdAt });
    }
    const report = (who: SignedIn, query = '') =>
      who.read(deprecatedTools, `/admin/tools/deprecated${query}`);
    // Packs have deprecated tools of their own.
    const items = async (who: SignedIn, query = '') =>
      (await report(who, query)).items.filter(({ name }) => ['retrieve_context', NAME].includes(name));
    const week = await items(root);
    expect(week.map(({ name, uses, verdict }) => [name, uses, verdict])).toEqual([
      ['retrieve_context', 0, 'safe_to_remove'],
      [NAME, 3, 'still_in_use'],
    ]);
    expect(week[1]).toMatchObject({
      ...deprecated,
      lastUsedAt: new Date(now).toISOString(),
      by: [
        { org: 'org-a', agent: 'closer', callerKind: 'contact', uses: 2, sharePct: 66.7 },
        { org: 'org-b', agent: null, callerKind: 'contact', uses: 1, sharePct: 33.3 },
      ],
    });
    expect(week[0]).toMatchObject({ lastUsedAt: null, conversations: 0, by: [] });
    expect(week[1]?.perDay.map(({ uses }) => uses)).toEqual([0, 0, 0, 2, 0, 0, 1]);
    expect((await items(root, '?days=30'))[1]?.uses).toBe(4);
    expect((await items(member))[1]).toMatchObject({ uses: 2, by: [{ org: 'org-a' }] });
    const whole = await report(root);
    expect(whole).toMatchObject({ days: 7, timezone: 'UTC', note: null });
    expect(whole.short).toEqual([{ name: 'add_code_file', shortFor: 'write_file', uses: 0 }]);
    // The org has one pack and does not see tools of another, such as `ohm`.
    const ofOhm = ({ items: some }: DeprecatedTools) => some.filter(({ name }) => name === 'update_bom');
    expect([ofOhm(whole).length, ofOhm(await report(member)).length]).toEqual([1, 0]);
  });

  it('are counted by days of the org’s time zone, over its configured period', async () => {
    const orgs = admin.app.get(OrgService);
    const settings = { DEPRECATION_WINDOW_DAYS: '3' };
    const org = await orgs.create({
      slug: 'far-east',
      name: 'Far East',
      timezone: 'Pacific/Kiritimati',
      settings,
    });
    const replaced = { replacedBy: TOOL, reason };
    await put(root, { deprecated: replaced }, { tool: 'draft_reply', org: 'far-east' });
    // Two days ago in Kiritimati (UTC+14) is three days ago in UTC before 10:00 there.
    const today = dayIn('Pacific/Kiritimati', new Date());
    const start = Date.parse(`${today}T00:00:00+14:00`) - 2 * 86_400_000;
    for (const at of [start, start - 1])
      await addToolCall(admin.database, { orgId: org.id, tool: 'draft_reply', createdAt: new Date(at) });
    await addToolCall(admin.database, { orgId: org.id, tool: TOOL, createdAt: new Date(start) });
    const report = await root.read(deprecatedTools, '/admin/tools/deprecated?org=far-east');
    expect(report).toMatchObject({ days: 3, timezone: 'Pacific/Kiritimati', note: null });
    const tool = report.items.find(({ name }) => name === 'draft_reply');
    expect(tool?.perDay.map(({ uses }) => uses)).toEqual([1, 0, 0]);
    expect(report.totals.deprecated).toBe(1);
    expect(report.totals.replacements).toBe(1);
    expect(report.totals.sharePct).toBe(50);
    const month = await root.read(deprecatedTools, '/admin/tools/deprecated?org=far-east&days=30');
    expect(month.note).toMatch(/^Calls are recorded since \d{4}-\d\d-\d\d; /);
  });
});

describe('access layers of a tool', () => {
  it('are explained one by one', async () => {
    const { conversationId } = await addTurn(admin.database, { orgId: admin.orgA.id });
    const explain = async (query: string) =>
      (await member.read(toolScopeAnswer, `/admin/tools/${TOOL}/scope?${query}`)).layers.filter(
        ({ passes }) => !passes,
      );
    expect(await explain('agent=estio/searcher')).toEqual([]);
    const tools = { allowed: null, denied: [TOOL], reason };
    const set = (who: SignedIn, body: unknown = tools) =>
      who.send('PUT', `/admin/conversations/${conversationId}/tools`, { body });
    expect(await (await set(orgAdmin)).json()).toEqual({ allowed: null, denied: [TOOL] });
    expect(await explain(`agent=estio/searcher&conversation=${conversationId}`)).toEqual([
      { layer: 'conversation', passes: false, reason: 'the conversation’s own list denies it' },
    ]);
    await expectProblem(await set(member), 403);
    await expectProblem(await set(otherAdmin), 404);
    await expectProblem(await set(root), 422);
    const unknown = await expectProblem(await set(orgAdmin, { ...tools, allowed: ['nothing'] }), 422);
    expect(unknown.errors?.[0]?.pointer).toBe('/allowed/0');
    await expectProblem(await member.get(`/admin/tools/${TOOL}/scope?agent=estio/nobody`), 404);
    await expectProblem(await member.get('/admin/tools/nothing/scope?agent=estio/searcher'), 404);
    await expectProblem(await root.get(`/admin/tools/${TOOL}/scope?agent=estio/searcher`), 422);
  });
});

describe('definitions', () => {
  it('are listed, and can be approved only while they wait', async () => {
    const { items } = (await (await member.get('/admin/tools/definitions')).json()) as { items: unknown[] };
    expect(items).toEqual([]);
    const own = await detailFor(root);
    expect(own.definitions).toMatchObject([{ name: TOOL, source: 'file', approvedBy: null }]);
    const approve = (who: SignedIn) =>
      who.send('POST', `/admin/tools/${TOOL}/definitions/${own.definitions[0]?.hash}/approve`, {
        body: { reason },
      });
    await expectProblem(await approve(member), 403);
    await expectProblem(await approve(root), 404);
    const { user } = root.session;
    await admin.database.asPlatform('the test has it approved by a person', (tx) =>
      tx.execute('UPDATE tool_definitions SET approved_by = $1 WHERE name = $2', [user.id, TOOL]),
    );
    expect((await detailFor(root)).definitions).toMatchObject([
      { approvedBy: user.id, approvedByName: user.name },
    ]);
    // Platform admins have no name in an org.
    expect((await detailFor(member)).definitions).toMatchObject([{ approvedByName: null }]);
  });
});

describe('a manual run', () => {
  const ask = (who: SignedIn, body: object, { query = '', tool = TOOL } = {}) =>
    who.send('POST', `/admin/tools/${tool}/runs${query}`, {
      body: { key: randomUUID(), arguments: {}, ...body },
    });

  it('can be requested by members and admins of the org, once per key', async () => {
    const body = { key: randomUUID(), arguments: { district: 'Paphos' } };
    const runs = await Promise.all([1, 2].map(() => bodyOf(toolRun, ask(member, body))));
    expect(runs[0]).toMatchObject({ tool: TOOL, state: 'queued', userId: member.session.user.id });
    expect(runs[1]).toEqual(runs[0]);
    // Idempotency keys are per user.
    expect((await bodyOf(toolRun, ask(orgAdmin, body))).id).not.toBe(runs[0]!.id);
    await expectProblem(await ask(member, { ...body, arguments: { district: 'Limassol' } }), 409);
    const { items } = await member.read(toolRuns, `/admin/tools/${TOOL}/runs`);
    expect(items.map(({ userName }) => userName).sort()).toEqual(['admin', 'member']);
    expect(await admin.audited({ action: 'tool.run' })).toHaveLength(2);
  });

  it('is refused to analysts and hidden from other orgs', async () => {
    const run = await bodyOf(toolRun, ask(member, {}));
    for (const path of [`/admin/tools/${TOOL}/runs?org=org-a`, `/admin/tool-runs/${run.id}?org=org-a`])
      await expectProblem(await analyst.get(path), 403);
    await expectProblem(await ask(analyst, {}, { query: '?org=org-a' }), 403);
    await expectProblem(await otherAdmin.get(`/admin/tool-runs/${run.id}`), 404);
    const decide = (who: SignedIn) =>
      who.send('POST', `/admin/tool-runs/${run.id}/decide`, { body: { decision: 'approve' } });
    await expectProblem(await decide(otherAdmin), 404);
    await expectProblem(await decide(member), 409);
    await expectProblem(await ask(root, {}), 422);
  });

  it('requires confirmation of the tool’s own side effect', async () => {
    const tool = 'send_offer';
    expect((await detailFor(member, '', tool)).sideEffect).toBe('external');
    for (const body of [{}, { confirmed: 'write' }]) {
      const { errors } = await expectProblem(await ask(member, body, { tool }), 422);
      expect(errors).toMatchObject([{ pointer: '/confirmed' }]);
    }
    expect((await ask(member, { confirmed: 'external' }, { tool })).status).toBe(202);
    await expectProblem(await ask(member, {}, { tool: 'no_such_tool' }), 404);
  });
});
