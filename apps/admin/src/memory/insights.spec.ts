import { randomUUID } from 'node:crypto';
import { consoleInsightPage } from '#contracts/console';
import { embedOffline } from '#models';
import { seedInsights } from '#memory';
import type { InsightCategory } from '#pack-kit';
import { everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin, member, analyst, platform } = useAdmin();

async function add(
  orgId: string,
  contactId: string,
  text: string,
  { minute = 0, category = 'preference' }: { minute?: number; category?: InsightCategory } = {},
): Promise<string> {
  const id = randomUUID();
  const embedded = { text, model: 'offline-ngrams-2', embedding: embedOffline(text) };
  const [createdAt, saidBy] = [new Date(Date.UTC(2026, 0, 1, 10, minute)), 'staff' as const];
  await admin.database.forOrg(orgId, (tx) =>
    seedInsights(tx, [{ id, contactId, category, importance: 5, createdAt, saidBy, embedded }]),
  );
  return id;
}
const list = async (who: SignedIn, query = '') =>
  (await who.read(consoleInsightPage, `/admin/insights${query}`)).items;

it('lists, finds, corrects and forgets insights of the viewer’s org', async () => {
  const { orgA, orgB } = admin;
  const sea = await add(orgA.id, 'ann', 'Enjoys a view of the sea', { minute: 1 });
  const tea = await add(orgA.id, 'bob', 'Likes tea', { minute: 2 });
  await add(orgB.id, 'ann', 'Enjoys the sea of another org', { minute: 3 });
  expect((await list(member)).map(({ id }) => id)).toEqual([tea, sea]);
  expect(await list(member, '?contact=ann')).toEqual([
    expect.objectContaining({ id: sea, saidBy: 'staff', saidAt: '2026-01-01T10:01:00.000Z' }),
  ]);
  const [found] = await list(member, '?q=views+of+the+sea&limit=1');
  expect(found).toMatchObject({ id: sea, contactId: 'ann', why: expect.stringContaining('shares') });
  expect((await list(member, '?q=tea&contact=bob'))[0]?.id).toBe(tea);
  expect(await list(member, '?q=tea&contact=bob&category=timeline')).toEqual([]);
  expect(await list(member, '?q=xqzvw+blorp')).toEqual([]);
  expect(await list(member, '?q=xqzvw+blorp&contact=bob')).toEqual([]);
  expect((await list(analyst))[0]).toMatchObject({ id: tea, text: null, why: null });
  await expectProblem(await analyst.get('/admin/insights?q=tea'), 403);

  await expectProblem(await platform.get('/admin/insights'), 422);
  expect((await list(platform, `?org=${orgB.slug}`)).map(({ text }) => text)).toEqual([
    'Enjoys the sea of another org',
  ]);

  const edit = (who: SignedIn, id: string, body: unknown) =>
    who.send('PATCH', `/admin/insights/${id}`, { body });
  await expectProblem(await edit(member, tea, { importance: 9 }), 403);
  await expectProblem(await edit(orgAdmin, randomUUID(), { importance: 9 }), 404);
  await expectProblem(await edit(orgAdmin, tea, {}), 422);
  await expectProblem(await edit(orgAdmin, tea, { importance: 11 }), 422);
  expect((await edit(orgAdmin, tea, { importance: 9 })).status).toBe(204);
  expect((await edit(orgAdmin, tea, { text: 'Likes coffee', reason: 'misheard' })).status).toBe(204);
  expect((await list(member, '?q=coffee&contact=bob'))[0]).toMatchObject({
    id: tea,
    text: 'Likes coffee',
    importance: 9,
    why: expect.stringContaining('shares coffee'),
  });

  const forget = (who: SignedIn, id: string) => who.send('DELETE', `/admin/insights/${id}`);
  await expectProblem(await forget(member, sea), 403);
  expect((await forget(orgAdmin, sea)).status).toBe(204);
  await expectProblem(await forget(orgAdmin, sea), 404);
  expect((await list(member)).map(({ id }) => id)).toEqual([tea]);
  const entries = (await admin.audited({})).filter(({ action }) => action.startsWith('insight.'));
  expect(entries.map(({ action }) => action)).toEqual(['insight.edit', 'insight.edit', 'insight.forget']);
  expect(JSON.stringify(entries)).not.toMatch(/coffee|tea|sea/);
});

it('pages through insights once each, even those of one moment; a search has one page', async () => {
  const { orgB } = admin;
  const added: string[] = [];
  for (let index = 0; index < 5; index += 1)
    added.push(await add(orgB.id, 'paged', `Collects stamps of kind ${index}`, { minute: 30 }));
  const seen = await everyPage(async (next) => {
    return await platform.read(
      consoleInsightPage,
      `/admin/insights?org=${orgB.slug}&contact=paged&limit=2${next}`,
    );
  });
  expect(seen.map(({ id }) => id)).toEqual(added.toSorted().reverse());
  expect(
    await platform.read(consoleInsightPage, `/admin/insights?org=${orgB.slug}&q=stamps&limit=2`),
  ).toMatchObject({ nextCursor: null, items: { length: 2 } });
  const next = `limit=2&cursor=${Buffer.from(JSON.stringify([new Date(0), randomUUID()])).toString('base64url')}`;
  expect((await member.get(`/admin/insights?${next}`)).status).toBe(200);
  await expectProblem(await member.get(`/admin/insights?q=stamps&${next}`), 422);
});

it('returns nothing if every match in the category is weak, for one contact or the whole org', async () => {
  const { orgA } = admin;
  await add(orgA.id, 'cat', 'Likes green tea');
  const quiet = await add(orgA.id, 'cat', 'Enjoys quiet streets', { category: 'timeline' });
  for (const whose of ['', '&contact=cat']) {
    expect(await list(member, `?q=tea&category=timeline${whose}`)).toEqual([]);
    expect((await list(member, `?q=quiet+street&category=timeline${whose}`)).map(({ id }) => id)).toEqual([
      quiet,
    ]);
  }
});
