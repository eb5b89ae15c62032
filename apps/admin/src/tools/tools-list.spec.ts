import { randomUUID } from 'node:crypto';
import type { PutToolOverride } from '#contracts';
import { consoleTools, toolUsers } from '#contracts/console';
import { useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision } from '../broker/broker-decision.fixture.ts';
import { addToolCall, addTurn, type NewToolCall } from '../console-rows.fixture.ts';
import { OrgScopes } from '../session/org-scope.ts';
import type { Viewer } from '../session/viewer.ts';
import { ToolsController } from './tools.controller.ts';

const TOOL = 'search_properties';

const { admin, platform: root, orgAdmin, member, everyAnalyst: analyst } = useAdmin();

const rowFor = async (who: SignedIn, query = '', tool = TOOL) => {
  const { items } = await who.read(consoleTools, `/admin/tools${query}`);
  return items.find(({ name }) => name === tool);
};

describe('the list of tools', () => {
  it('shows each tool with its uses and errors in the org in view', async () => {
    const call = (orgId: string, success: boolean) =>
      addToolCall(admin.database, { orgId, tool: TOOL, success, createdAt: new Date() });
    await call(admin.orgA.id, true);
    await call(admin.orgA.id, false);
    await call(admin.orgB.id, true);
    expect(await rowFor(member)).toMatchObject({
      pack: 'estio',
      source: 'file',
      tier: 'always',
      enabled: true,
      versions: { platform: 0, org: 0 },
      uses: { calls: 2, errors: 1, meanMs: 12, p95Ms: 12, users: 0 },
    });
    expect(await rowFor(analyst)).toMatchObject({ uses: { calls: 3 } });
    expect(await rowFor(root, '?org=org-b')).toMatchObject({ uses: { calls: 1 } });
  });

  it('of an org omits tools of other packs, unless they were called in it', async () => {
    const packsFor = async (who: SignedIn, query = '') => {
      const { items } = await who.read(consoleTools, `/admin/tools${query}`);
      return [...new Set(items.map(({ pack }) => pack))].sort();
    };
    expect(await packsFor(analyst)).toEqual(expect.arrayContaining(['consult', 'estio', 'ohm', 'platform']));
    expect(await packsFor(orgAdmin)).toEqual(['estio', 'platform']);
    expect(await packsFor(root, '?org=org-a')).toEqual(['estio', 'platform']);
    await addToolCall(admin.database, { orgId: admin.orgA.id, tool: 'update_mvp', createdAt: new Date() });
    expect(await packsFor(orgAdmin)).toEqual(['estio', 'ohm', 'platform']);
  });

  it('is refused if the session’s org no longer exists', async () => {
    const gone = { user: { role: 'member' }, orgId: randomUUID() } as Viewer;
    const scope = await admin.app.get(OrgScopes).of(gone);
    await expect(admin.app.get(ToolsController).list({ scope, days: 7 })).rejects.toMatchObject({
      code: 'ORG_NOT_FOUND',
      kind: 'not_found',
    });
  });
});

describe('users of a tool', () => {
  const tool = 'draft_reply';
  const usersFor = (who: SignedIn, query = '') => who.read(toolUsers, `/admin/tools/${tool}/users${query}`);

  it('are listed by org with their calls and mean duration', async () => {
    const { orgA, orgB } = admin;
    const call = (orgId: string, more: Partial<NewToolCall> = {}) =>
      addToolCall(admin.database, { orgId, tool, createdAt: new Date(), ...more });
    const turn = await addTurn(admin.database, { orgId: orgA.id });
    const { conversationId } = turn;
    const { id: userId } = member.session.user;
    await call(orgA.id, { conversationId, durationMs: 10 });
    await call(orgA.id, { conversationId, durationMs: 40, success: false });
    await call(orgA.id, { conversationId, userId, durationMs: 100 });
    await call(orgB.id);
    await call(orgA.id, { conversationId, createdAt: new Date(Date.now() - 20 * 86_400_000) });
    expect((await rowFor(member, '', tool))?.uses).toMatchObject({
      calls: 3,
      errors: 1,
      meanMs: 50,
      users: 2,
    });
    expect((await rowFor(member, '?days=30', tool))?.uses).toMatchObject({ calls: 4 });
    const { items, users } = await usersFor(member);
    expect(users).toBe(2);
    expect(items).toMatchObject([
      { org: { slug: 'org-a' }, user: { kind: 'contact', name: null }, calls: 2, errors: 1, meanMs: 25 },
      { user: { kind: 'user', id: userId, name: 'member' }, calls: 1, errors: 0, meanMs: 100 },
    ]);
    expect((await usersFor(member, '?days=30')).items[0]).toMatchObject({ calls: 3 });
    // Calls without a known user count, but not as a user.
    await call(orgA.id);
    expect((await rowFor(member, '', tool))?.uses).toMatchObject({ calls: 4, users: 2 });
    const withNobody = await usersFor(member);
    expect(withNobody.users).toBe(2);
    expect(withNobody.items.filter(({ user }) => user === null)).toMatchObject([{ calls: 1 }]);
    const all = await usersFor(root);
    expect([(await rowFor(root, '', tool))?.uses.users, all.users]).toEqual([2, 2]);
    expect(all.items.map(({ org }) => org.slug).sort()).toEqual(['org-a', 'org-a', 'org-a', 'org-b']);
    expect(all.items.find(({ org }) => org.slug === 'org-b')?.user).toBeNull();
  });
});

describe('the languages of a tool', () => {
  const tool = 'calculate_mortgage';
  const languagesFor = async (who: SignedIn, query = '') => (await rowFor(who, query, tool))?.languages;

  it('lack a language of the org’s messages that its texts do not cover', async () => {
    expect(await languagesFor(orgAdmin)).toEqual({ covered: ['ar', 'en'], lacking: [] });
    for (const language of ['el', 'ar']) await addDecision(admin.database, admin.orgA.id, { language });
    // Languages of other ranges are cached for a moment.
    expect(await languagesFor(member, '?days=60')).toEqual({ covered: ['ar', 'en'], lacking: ['el'] });
    expect((await languagesFor(root, '?days=60'))?.lacking).toEqual(['el']);
    for (let turn = 0; turn < 99; turn += 1)
      await addDecision(admin.database, admin.orgA.id, { language: 'ar' });
    // One message in a hundred is below the threshold.
    expect((await languagesFor(member, '?days=61'))?.lacking).toEqual([]);
  });

  it('lack a language of its pack once an edit removes its texts', async () => {
    const prose = { description: 'Loans.', whenToUse: ['they ask for a loan'], examples: ['a loan'] };
    const reason = 'a test';
    const body: PutToolOverride = { override: prose, seenVersion: 0, reason };
    await orgAdmin.send('PUT', `/admin/tools/${tool}/override`, { body });
    expect(await languagesFor(member)).toEqual({ covered: ['en'], lacking: ['ar'] });
    await orgAdmin.send('POST', `/admin/tools/${tool}/revert`, { body: { seenVersion: 1, reason } });
    expect((await languagesFor(member))?.lacking).toEqual([]);
  });
});
