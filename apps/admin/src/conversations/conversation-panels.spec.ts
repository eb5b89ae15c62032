import { drawerLists } from '#contracts';
import { requestedSummary, consoleConversationDetail } from '#contracts/console';
import { OrgService } from '#identity';
import { randomUUID } from 'node:crypto';
import { bodyOf, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addTurn, type AddedTurn } from '../console-rows.fixture.ts';

const { admin, stranger } = useAdmin();
let member: SignedIn;
let analyst: SignedIn;
let orgId: string;
let first: AddedTurn;
let path: string;

beforeAll(async () => {
  const org = await admin.app
    .get(OrgService)
    .create({ slug: 'workshop', name: 'Workshop', packs: ['ohm'], defaultPack: 'ohm' });
  orgId = org.id;
  await admin.addUser('member@w.example', 'member', orgId);
  await admin.addUser('analyst@w.example', 'analyst', orgId);
  member = await admin.signIn('member@w.example');
  analyst = await admin.signIn('analyst@w.example');
  first = await addTurn(admin.database, { orgId });
  path = `/admin/conversations/${first.conversationId}`;
  await inOrg(`UPDATE conversations SET pack = 'ohm' WHERE org_id = $1`);
});

const inOrg = (sql: string, values: unknown[] = []) => admin.query(sql, values, orgId);
const detail = () => member.read(consoleConversationDetail, path);
const opens = (turnId: string, drawer: string) =>
  inOrg(
    `INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at) VALUES ($1, $2, 7, 'drawer.opened', $3, now())`,
    [turnId, JSON.stringify({ drawer, artifactTypes: [drawer] })],
  );

it('lists the panels that the pack declares', async () => {
  const { drawers } = await detail();
  expect(drawers.map(({ title }) => title)).toEqual(
    'Context Budget Parts BOM Wiring Code Summary'.split(' '),
  );
  expect(drawers[0]?.kinds).toEqual(['context', 'mvp', 'prd']);
  expect(drawers.filter(({ worksOut }) => worksOut).map(({ name }) => name)).toEqual(['components']);
});

it('reports the panel that a recent turn opened last', async () => {
  expect((await detail()).opened).toBeNull();
  await opens(first.id, 'bom');
  expect((await detail()).opened).toEqual({ drawer: 'bom', turnId: first.id });
  const { conversationId } = first;
  const second = await addTurn(admin.database, { orgId, conversationId, seq: 2 });
  expect((await detail()).opened).toEqual({ drawer: 'bom', turnId: first.id });
  await opens(second.id, 'wiring');
  expect((await detail()).opened).toEqual({ drawer: 'wiring', turnId: second.id });
  for (const seq of [3, 4, 5]) await addTurn(admin.database, { orgId, conversationId, seq });
  expect((await detail()).opened).toBeNull();
});

it('shows lists that the pack computes from the current artifacts', async () => {
  const shown = async () => (await member.read(drawerLists, `${path}/drawers/components`)).lists;
  const [none, catalogue] = await shown();
  expect(none?.items).toEqual([]);
  expect(catalogue?.items.length).toBeGreaterThan(30);
  const artifactId = randomUUID();
  const dht22 = { id: 'dht22', name: 'DHT22', category: 'sensor', quantity: 2, lineTotal: 8 };
  const bom = { components: [{ ...dht22, required: true, status: 'proposed', priceSource: 'unknown' }] };
  await inOrg(
    `INSERT INTO artifacts (org_id, id, conversation_id, contact_id, kind, title, current_version, created_at, updated_at)
     VALUES ($1, $2, $3, 'maria', 'bom', 'Bill of materials', 1, now(), now())`,
    [artifactId, first.conversationId],
  );
  await inOrg(
    `INSERT INTO artifact_versions (org_id, artifact_id, version, conversation_id, content_json, bytes, content_hash, strategy,
       lines_added, lines_removed, created_by_kind, agent, created_at)
     VALUES ($1, $2, 1, $3, $4, 10, 'hash', 'replace', 1, 0, 'agent', 'bomGenerator', now())`,
    [artifactId, first.conversationId, JSON.stringify(bom)],
  );
  expect((await shown())[0]?.items).toMatchObject([{ title: '2 × DHT22', note: '8.00 USD' }]);
});

it('refuses panels and summaries to analysts and to users of other orgs', async () => {
  await expectProblem(await analyst.get(`${path}/drawers/components`), 403);
  await expectProblem(await stranger.get(`${path}/drawers/components`), 404);
  await expectProblem(await member.get(`${path}/drawers/bom`), 404);
  await expectProblem(await stranger.send('POST', `${path}/summary`), 404);
  await expectProblem(await analyst.send('POST', `${path}/summary`), 403);
});

it('requests one summary at a time, even of a short conversation', async () => {
  const ask = async () => (await bodyOf(requestedSummary, member.send('POST', `${path}/summary`))).requested;
  const asked = () =>
    admin.query(
      `SELECT job, payload, conversation_id AS "conversationId" FROM outbox_tasks WHERE org_id = $1`,
      [],
      orgId,
    );
  const { conversationId } = first;
  const summarize = { job: 'summarize', payload: { conversationId, atOnce: true }, conversationId };

  // A summary requested by the turn itself may be skipped when little was said, so it does not stand for a
  // requested one.
  await inOrg(
    `INSERT INTO outbox_tasks (org_id, id, job, key, conversation_id, traceparent, payload, run_at, created_at)
     VALUES ($1, gen_random_uuid(), 'summarize', 'turn', $2, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', $3,
       now(), now())`,
    [conversationId, JSON.stringify({ conversationId })],
  );
  expect((await Promise.all([ask(), ask(), ask(), ask()])).filter(Boolean)).toHaveLength(1);
  expect(await asked()).toMatchObject([{ payload: { conversationId } }, summarize]);

  // A task stays pending however long it takes and while a worker runs it.
  await inOrg(`UPDATE outbox_tasks SET created_at = created_at - interval '1 hour' WHERE org_id = $1`);
  expect(await ask()).toBe(false);
  await inOrg(
    `UPDATE outbox_tasks SET state = 'running', lease_token = gen_random_uuid(), lease_until = now() WHERE org_id = $1`,
  );
  expect(await ask()).toBe(false);

  await inOrg(
    `UPDATE outbox_tasks SET state = 'done', lease_token = NULL, lease_until = NULL, finished_at = now() WHERE org_id = $1`,
  );
  expect(await ask()).toBe(true);
  expect(await asked()).toHaveLength(3);

  // A repeated request leaves no audit entry.
  expect(await admin.audited({ action: 'conversation.summarize' })).toHaveLength(2);
});
