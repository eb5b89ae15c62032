import { randomUUID } from 'node:crypto';
import { consoleRequest, consoleRequestPage } from '#contracts';
import type { Org } from '#identity';
import { bodyOf, everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin, member, platform } = useAdmin();

/** Adds a request of this title with one occurrence; the other columns are as {@link addRow} has them. */
async function add(org: Org, title: string, values: Record<string, unknown> = {}): Promise<string> {
  const description = `${title} in full`;
  const id = await admin.addRow('feature_requests', { title, meaning: title, description, ...values }, org);
  await admin.query(
    `INSERT INTO feature_request_occurrences (org_id, id, request_id, quote, created_at)
       VALUES ($1, gen_random_uuid(), $2, $3, '2026-11-20T10:00:00Z')`,
    [id, `please: ${title}`],
    org.id,
  );
  return id;
}

const list = (who: SignedIn, query = '') => who.read(consoleRequestPage, `/admin/requests${query}`);
const move = (who: SignedIn, id: string, body: unknown) =>
  who.send('POST', `/admin/requests/${id}/state`, { body });

it('filters feature requests, and shows those of the viewer’s org', async () => {
  const { orgA, orgB } = admin;
  const marks = { category: 'language', urgency: 'high', status: 'triaged' };
  const id = await add(orgA, 'Speak Greek', marks);
  await add(orgA, 'Read PDF');
  const other = await add(orgB, 'Fly');
  for (const query of ['?status=triaged', '?category=language', '?urgency=high'])
    expect([query, (await list(member, query)).items.map((item) => item.id)]).toEqual([query, [id]]);
  expect((await list(member)).items.map((item) => item.org.slug)).not.toContain('org-b');
  expect((await list(platform, '?org=org-b')).items).toMatchObject([{ id: other, title: 'Fly' }]);
});

it('pages through feature requests without repeats', async () => {
  const { orgB } = admin;
  for (let at = 0; at < 5; at += 1) await add(orgB, `Wish ${at}`);
  const seen = await everyPage((next) => list(platform, `?org=org-b&limit=2${next}`));
  expect(seen.length).toBeGreaterThanOrEqual(5);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
});

it('lists the latest requested feature first, across pages', async () => {
  const { orgB } = admin;
  const days = [20, 24, 22, 24, 21];
  for (const [at, day] of days.entries())
    await add(orgB, `Again ${at}`, {
      category: 'other',
      created_at: `2026-11-0${at + 1}T10:00:00Z`,
      updated_at: `2026-11-${day}T10:00:00.000${at}Z`,
    });
  const seen = await everyPage((next) => list(platform, `?org=org-b&category=other&limit=2${next}`));
  expect(seen.map(({ updatedAt }) => updatedAt.slice(8, 10))).toEqual(['24', '24', '22', '21', '20']);
});

it('lets admins change the state, and records the actor and the reason', async () => {
  const id = await add(admin.orgA, 'Dance', { category: 'report' });
  const reason = 'next quarter';
  const moved = async (who: SignedIn, state: string) =>
    (await bodyOf(consoleRequest, move(who, id, { state, reason }))).status;
  expect([await moved(orgAdmin, 'planned'), await moved(platform, 'done')]).toEqual(['planned', 'done']);
  expect(await admin.audited({ target: `feature_request:${id}` })).toMatchObject([
    { by: orgAdmin.session.user.id, before: { state: 'new' }, after: { state: 'planned' }, reason },
    { by: platform.session.user.id, before: { state: 'planned' }, after: { state: 'done' }, reason },
  ]);
});

it('refuses state changes by members, to unknown states and in other orgs', async () => {
  const id = await add(admin.orgA, 'Juggle');
  await expectProblem(await move(member, id, { state: 'done' }), 403);
  await expectProblem(await move(orgAdmin, id, { state: 'lost' }), 422);
  const foreign = await add(admin.orgB, 'Juggle');
  for (const unknown of [randomUUID(), foreign])
    await expectProblem(await move(orgAdmin, unknown, { state: 'done' }), 404);
});

it('does not reopen a request while an open one means the same', async () => {
  const done = await add(admin.orgA, 'Whistle', { status: 'done' });
  await add(admin.orgA, 'Whistle');
  await expectProblem(await move(orgAdmin, done, { state: 'planned' }), 409);
});
