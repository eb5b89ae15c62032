import { randomBytes, randomUUID } from 'node:crypto';
import {
  consoleDeliveryDetail,
  consoleDeliveryPage,
  consoleWebhookSecret,
  type WebhookDeliveryState,
} from '#contracts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const {
  admin,
  orgAdmin: boss,
  member,
  analyst,
  platform,
} = useAdmin(['orgAdmin', 'member', 'analyst', 'platform'], {
  env: { SECRETS_KEY: randomBytes(32).toString('base64') },
});

const DELIVERIES = '/admin/webhooks/deliveries';

async function add(orgId: string, state: WebhookDeliveryState, at: string, event = 'turn.completed') {
  const [id, turnId] = [randomUUID(), randomUUID()];
  await admin.database.forOrg(orgId, async (tx) => {
    await tx.execute(
      `INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, state, attempts, round_attempts,
         round_began_at, last_status, last_error, created_at)
       VALUES ($1, $2, $3, gen_random_uuid(), $4, 'https://hooks.example.com/?token=hunter2hunter2', $5, 9, 9, $6, 500, 'x', $6)`,
      [id, turnId, event, state, at],
    );
    await tx.execute(
      `INSERT INTO webhook_attempts (org_id, delivery_id, seq, status, error, duration_ms, at)
       VALUES ($1, $2, 1, NULL, 'it cannot be reached', 12.5, $3), ($1, $2, 2, 500, 'x', 3, $3)`,
      [id, at],
    );
  });
  return { id, turnId };
}
const list = async (who: SignedIn, query = '') =>
  consoleDeliveryPage.parse(await (await who.get(DELIVERIES + query)).json());
const audited = (orgId: string) =>
  admin.database.forOrg(orgId, async (tx) =>
    (
      await tx.query<{ action: string }>('SELECT action FROM audit_log WHERE org_id = $1 ORDER BY at, id')
    ).map(({ action }) => action),
  );

it('lists the deliveries of the own org, newest first, narrowed by each filter', async () => {
  const { orgA, orgB } = admin;
  const failed = await add(orgA.id, 'failed', '2026-11-20T10:00:00Z');
  const delivered = await add(orgA.id, 'delivered', '2026-11-20T11:00:00Z', 'turn.failed');
  const foreign = await add(orgB.id, 'failed', '2026-11-20T12:00:00Z');
  const ids = async (who: SignedIn, query?: string) => (await list(who, query)).items.map(({ id }) => id);
  expect(await ids(member)).toEqual([delivered.id, failed.id]);
  expect(await ids(member, '?state=failed')).toEqual([failed.id]);
  expect(await ids(member, '?event=turn.failed')).toEqual([delivered.id]);
  expect(await ids(member, `?turnId=${failed.turnId}`)).toEqual([failed.id]);
  expect(await ids(platform, '?org=org-b')).toEqual([foreign.id]);
  const first = await list(platform, '?limit=2');
  expect(first.items.map(({ id }) => id)).toEqual([foreign.id, delivered.id]);
  expect(await ids(platform, `?limit=2&cursor=${first.nextCursor}`)).toEqual([failed.id]);
  for (const query of ['?state=lost', '?turnId=x', '?cursor=nonsense', '?what=ever'])
    await expectProblem(await member.get(DELIVERIES + query), 422);
  await expectProblem(await analyst.get(DELIVERIES), 403);
  await expectProblem(await member.get(`${DELIVERIES}/${foreign.id}`), 404);
});

it('shows one with its attempts, without what its address may hold', async () => {
  const { id } = await add(admin.orgA.id, 'failed', '2026-11-20T13:00:00Z');
  const shown = consoleDeliveryDetail.parse(await (await member.get(`${DELIVERIES}/${id}`)).json());
  expect(shown).toMatchObject({ id, state: 'failed', attempts: 9, lastStatus: 500, org: { slug: 'org-a' } });
  expect(shown.url).not.toContain('hunter2');
  expect(shown.attemptList).toMatchObject([
    { seq: 1, status: null, error: 'it cannot be reached', durationMs: 12.5 },
    { seq: 2, status: 500 },
  ]);
});

it('lets admins send one again, once, and says so in the audit log', async () => {
  const { id } = await add(admin.orgA.id, 'failed', '2026-11-20T14:00:00Z');
  const replay = (who: SignedIn) => who.send('POST', `${DELIVERIES}/${id}/replay`);
  await expectProblem(await replay(member), 403);
  const again = await replay(boss);
  expect(again.status).toBe(200);
  expect(consoleDeliveryDetail.parse(await again.json())).toMatchObject({ id, state: 'pending', replays: 1 });
  await expectProblem(await replay(boss), 409);
  await expectProblem(await boss.send('POST', `${DELIVERIES}/${randomUUID()}/replay`), 404);
  expect(await audited(admin.orgA.id)).toContain('webhook.replay');
  const rows = await admin.database.forOrg(admin.orgA.id, (tx) =>
    tx.query(`SELECT job, key FROM outbox_tasks WHERE org_id = $1 AND key = $2`, [`${id}:1`]),
  );
  expect(rows).toEqual([{ job: 'deliver', key: `${id}:1` }]);
});

it('shows and rotates the secret of one org to its admins', async () => {
  const show = async (who: SignedIn, query = '') =>
    consoleWebhookSecret.parse(await (await who.get(`/admin/webhooks/secret${query}`)).json());
  const before = await show(boss);
  expect(before).toEqual({ secret: expect.stringMatching(/^whsec_/) as string, previousUntil: null });
  expect(await show(platform, '?org=org-a')).toEqual(before);
  expect((await show(platform, '?org=org-b')).secret).not.toBe(before.secret);
  const rotated = consoleWebhookSecret.parse(
    await (await boss.send('POST', '/admin/webhooks/secret/rotate')).json(),
  );
  expect(rotated.secret).not.toBe(before.secret);
  expect(rotated.previousUntil).not.toBeNull();
  expect(await show(boss)).toEqual(rotated);
  await expectProblem(await member.get('/admin/webhooks/secret'), 403);
  await expectProblem(await member.send('POST', '/admin/webhooks/secret/rotate'), 403);
  await expectProblem(await platform.get('/admin/webhooks/secret'), 422);
  expect(await audited(admin.orgA.id)).toEqual(
    expect.arrayContaining(['webhook_secret.show', 'webhook_secret.rotate']),
  );
});
