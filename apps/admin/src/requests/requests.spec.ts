import { randomUUID } from 'node:crypto';
import { consoleRequest, consoleRequestPage, type FeatureRequestCategory } from '#contracts';
import { everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin, member, analyst, platform } = useAdmin([
  'orgAdmin',
  'member',
  'analyst',
  'platform',
]);

interface Row {
  orgId: string;
  title: string;
  status?: string;
  category?: FeatureRequestCategory;
  urgency?: string;
  createdAt?: string;
  updatedAt?: string;
}

async function add(row: Row): Promise<string> {
  const id = randomUUID();
  const at = row.createdAt ?? '2026-11-20T10:00:00Z';
  const { title, category = 'tool', urgency = 'normal', status = 'new' } = row;
  await admin.database.forOrg(row.orgId, async (tx) => {
    await tx.execute(
      `INSERT INTO feature_requests (org_id, id, title, meaning, description, category, urgency, status, created_at, updated_at)
       VALUES ($1, $2, $3, lower($3), $3 || ' in full', $4, $5, $6, $7, $8)`,
      [id, title, category, urgency, status, at, row.updatedAt ?? at],
    );
    await tx.execute(
      `INSERT INTO feature_request_occurrences (org_id, id, request_id, quote, created_at)
       VALUES ($1, gen_random_uuid(), $2, $3, $4)`,
      [id, `please: ${title}`, at],
    );
  });
  return id;
}

const list = async (who: SignedIn, query = '') =>
  consoleRequestPage.parse(await (await who.get(`/admin/requests${query}`)).json());
const move = (who: SignedIn, id: string, body: unknown) =>
  who.send('POST', `/admin/requests/${id}/state`, { body });

it('is narrowed by each filter, to the own org', async () => {
  const { orgA, orgB } = admin;
  const id = await add({
    orgId: orgA.id,
    title: 'Speak Greek',
    category: 'language',
    urgency: 'high',
    status: 'triaged',
  });
  await add({ orgId: orgA.id, title: 'Read PDF' });
  const other = await add({ orgId: orgB.id, title: 'Fly' });
  for (const query of ['?status=triaged', '?category=language', '?urgency=high'])
    expect([query, (await list(member, query)).items.map((item) => item.id)]).toEqual([query, [id]]);
  expect((await list(member)).items.map((item) => item.org.slug)).not.toContain('org-b');
  expect((await list(platform, '?org=org-b')).items).toMatchObject([{ id: other, title: 'Fly' }]);
  await expectProblem(await member.get('/admin/requests?org=org-b'), 404);
  await expectProblem(await member.get('/admin/requests?status=lost'), 422);
  await expectProblem(await member.get('/admin/requests?cursor=nonsense'), 422);
});

it('goes on where the page before ended', async () => {
  const { orgB } = admin;
  for (let at = 0; at < 5; at += 1) await add({ orgId: orgB.id, title: `Wish ${at}` });
  const seen = await everyPage((next) => list(platform, `?org=org-b&limit=2${next}`));
  expect(seen.length).toBeGreaterThanOrEqual(5);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
});

it('has first what was asked for last, on every page', async () => {
  const { orgB } = admin;
  const days = [20, 24, 22, 24, 21];
  for (const [at, day] of days.entries())
    await add({
      orgId: orgB.id,
      title: `Again ${at}`,
      category: 'other',
      createdAt: `2026-11-0${at + 1}T10:00:00Z`,
      updatedAt: `2026-11-${day}T10:00:00.000${at}Z`,
    });
  const seen = await everyPage((next) => list(platform, `?org=org-b&category=other&limit=2${next}`));
  expect(seen.map(({ updatedAt }) => updatedAt.slice(8, 10))).toEqual(['24', '24', '22', '21', '20']);
});

it('shows what people wrote to who may read it', async () => {
  await add({ orgId: admin.orgA.id, title: 'Sing', category: 'other' });
  const [shown] = (await list(member, '?category=other')).items;
  expect(shown).toMatchObject({
    title: 'Sing',
    description: 'Sing in full',
    occurrences: [{ quote: 'please: Sing', createdAt: '2026-11-20T10:00:00.000Z' }],
  });
  const [hidden] = (await list(analyst, '?category=other')).items;
  expect(hidden).toMatchObject({ title: null, description: null, occurrences: [{ quote: null }], votes: 1 });
});

it('is moved by admins, and the audit log says by whom and why', async () => {
  const id = await add({ orgId: admin.orgA.id, title: 'Dance', category: 'report' });
  for (const [at, who] of [orgAdmin, platform].entries()) {
    const state = ['planned', 'done'][at];
    const answer = await move(who, id, { state, reason: 'next quarter' });
    expect([answer.status, consoleRequest.parse(await answer.json()).status]).toEqual([200, state]);
  }
  const entries = await admin.database.asPlatform('a test reads the log', (tx) =>
    tx.query(
      `SELECT actor_user_id AS by, before, after, reason FROM audit_log WHERE target = $1 ORDER BY id`,
      [`feature_request:${id}`],
    ),
  );
  expect(entries).toEqual([
    {
      by: orgAdmin.session.user.id,
      before: { state: 'new' },
      after: { state: 'planned' },
      reason: 'next quarter',
    },
    {
      by: platform.session.user.id,
      before: { state: 'planned' },
      after: { state: 'done' },
      reason: 'next quarter',
    },
  ]);
});

it('is not moved by others, to nowhere, or in another org', async () => {
  const id = await add({ orgId: admin.orgA.id, title: 'Juggle' });
  await expectProblem(await move(member, id, { state: 'done' }), 403);
  await expectProblem(await move(analyst, id, { state: 'done' }), 403);
  await expectProblem(await move(orgAdmin, id, { state: 'lost' }), 422);
  await expectProblem(await move(orgAdmin, id, { state: 'done', by: 'me' }), 422);
  await expectProblem(await move(orgAdmin, randomUUID(), { state: 'done' }), 404);
  const foreign = await add({ orgId: admin.orgB.id, title: 'Juggle' });
  await expectProblem(await move(orgAdmin, foreign, { state: 'done' }), 404);
});

it('is not opened again beside one of the same meaning', async () => {
  const done = await add({ orgId: admin.orgA.id, title: 'Whistle', status: 'done' });
  await add({ orgId: admin.orgA.id, title: 'Whistle' });
  await expectProblem(await move(orgAdmin, done, { state: 'planned' }), 409);
});
