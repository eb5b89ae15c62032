import { randomBytes, randomUUID } from 'node:crypto';
import { consoleDeliveryDetail, consoleDeliveryPage, consoleWebhookSecret } from '#contracts';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const {
  admin,
  orgAdmin: boss,
  member,
  analyst,
  platform,
} = useAdmin({
  env: { SECRETS_KEY: randomBytes(32).toString('base64') },
});

const DELIVERIES = '/admin/webhooks/deliveries';

const list = (who: SignedIn, query = '') => who.read(consoleDeliveryPage, DELIVERIES + query);

it('lists deliveries of the viewer’s org, newest first, with filters', async () => {
  const add = (created_at: string, values: object = {}, org = admin.orgA) =>
    admin.addRow('webhook_deliveries', { created_at, ...values }, org);
  const turnId = randomUUID();
  const failed = await add('2026-11-20T10:00:00Z', { turn_id: turnId });
  const delivered = await add('2026-11-20T11:00:00Z', { state: 'delivered', event: 'turn.failed' });
  const foreign = await add('2026-11-20T12:00:00Z', {}, admin.orgB);
  const ids = async (who: SignedIn, query?: string) => (await list(who, query)).items.map(({ id }) => id);
  expect(await ids(member)).toEqual([delivered, failed]);
  expect(await ids(member, '?state=failed')).toEqual([failed]);
  expect(await ids(member, '?event=turn.failed')).toEqual([delivered]);
  expect(await ids(member, `?turnId=${turnId}`)).toEqual([failed]);
  expect(await ids(platform, '?org=org-b')).toEqual([foreign]);
  const first = await list(platform, '?limit=2');
  expect(first.items.map(({ id }) => id)).toEqual([foreign, delivered]);
  expect(await ids(platform, `?limit=2&cursor=${first.nextCursor}`)).toEqual([failed]);
  await expectProblem(await analyst.get(DELIVERIES), 403);
  await expectProblem(await member.get(`${DELIVERIES}/${foreign}`), 404);
});

it('shows a delivery with its attempts, without the secrets in its URL', async () => {
  const id = await admin.addRow('webhook_deliveries');
  await admin.query(
    `INSERT INTO webhook_attempts (org_id, delivery_id, seq, status, error, duration_ms, at)
       VALUES ($1, $2, 1, NULL, 'it cannot be reached', 12.5, now()), ($1, $2, 2, 500, 'x', 3, now())`,
    [id],
  );
  const shown = await member.read(consoleDeliveryDetail, `${DELIVERIES}/${id}`);
  expect(shown).toMatchObject({ id, state: 'failed', attempts: 9, lastStatus: 500, org: { slug: 'org-a' } });
  expect(shown.url).not.toContain('hunter2');
  expect(shown.attemptList).toMatchObject([
    { seq: 1, status: null, error: 'it cannot be reached', durationMs: 12.5 },
    { seq: 2, status: 500 },
  ]);
});

it('lets admins replay a delivery once, with an audit entry', async () => {
  const id = await admin.addRow('webhook_deliveries');
  const replay = (who: SignedIn) => who.send('POST', `${DELIVERIES}/${id}/replay`);
  await expectProblem(await replay(member), 403);
  const again = { id, state: 'pending', replays: 1 };
  expect(await bodyOf(consoleDeliveryDetail, replay(boss))).toMatchObject(again);
  await expectProblem(await replay(boss), 409);
  await expectProblem(await boss.send('POST', `${DELIVERIES}/${randomUUID()}/replay`), 404);
  expect(await admin.audited({ target: `webhook_delivery:${id}` })).toMatchObject([
    { action: 'webhook.replay' },
  ]);
  const rows = await admin.query(`SELECT job, key FROM outbox_tasks WHERE org_id = $1 AND key = $2`, [
    `${id}:1`,
  ]);
  expect(rows).toEqual([{ job: 'deliver', key: `${id}:1` }]);
});

it('shows the webhook secret of an org to its admins, who can rotate it', async () => {
  const show = (who: SignedIn, query = '') =>
    who.read(consoleWebhookSecret, `/admin/webhooks/secret${query}`);
  const before = await show(boss);
  expect(before).toEqual({ secret: expect.stringMatching(/^whsec_/) as string, previousUntil: null });
  expect(await show(platform, '?org=org-a')).toEqual(before);
  expect((await show(platform, '?org=org-b')).secret).not.toBe(before.secret);
  const rotated = await bodyOf(consoleWebhookSecret, boss.send('POST', '/admin/webhooks/secret/rotate'));
  expect(rotated.secret).not.toBe(before.secret);
  expect(rotated.previousUntil).not.toBeNull();
  expect(await show(boss)).toEqual(rotated);
  await expectProblem(await member.get('/admin/webhooks/secret'), 403);
  await expectProblem(await member.send('POST', '/admin/webhooks/secret/rotate'), 403);
  await expectProblem(await platform.get('/admin/webhooks/secret'), 422);
  const actions = (await admin.audited({ target: 'webhook_secret' })).map(({ action }) => action);
  expect(new Set(actions)).toEqual(new Set(['webhook_secret.show', 'webhook_secret.rotate']));
});
