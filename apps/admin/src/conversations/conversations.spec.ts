import { randomUUID } from 'node:crypto';
import { FileService } from '#artifacts';
import { FixedClock } from '#config';
import {
  consoleConversationDetail,
  consoleConversationPage,
  consoleTurnDetail,
  conversationTurnPage,
} from '#contracts/console';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addTurn, type AddedTurn } from '../console-rows.fixture.ts';

let last: AddedTurn;

const { admin, member, analyst, stranger, platform } = useAdmin();

beforeAll(async () => {
  const { orgA, orgB, database } = admin;
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));
  await addTurn(database, { orgId: orgA.id, contact: 'omar', channel: 'voice', createdAt: at(0) });
  const first = await addTurn(database, { orgId: orgA.id, text: 'With lemon trees', createdAt: at(1) });
  for (const seq of [2, 3])
    last = await addTurn(database, {
      orgId: orgA.id,
      conversationId: first.conversationId,
      seq,
      state: seq === 3 ? 'failed' : 'completed',
      error: seq === 3 ? { class: 'MODEL_UNAVAILABLE', message: 'No model answered' } : undefined,
      createdAt: at(seq),
    });
  await addTurn(database, { orgId: orgB.id, contact: 'boris', createdAt: at(9) });
});

const list = (who: SignedIn, query = '') =>
  who.read(consoleConversationPage, `/admin/conversations?${query}`);

it('lists the conversations of the viewer’s org, and of every org for platform admins', async () => {
  expect((await list(member)).items.map(({ contactId }) => contactId)).toEqual(['maria', 'omar']);
  expect((await list(stranger)).items.map(({ contactId }) => contactId)).toEqual(['boris']);
  expect((await list(platform)).items).toHaveLength(3);
  expect((await list(platform, 'org=org-b')).items).toHaveLength(1);
});

it('pages through conversations without gaps or repeats', async () => {
  const first = await list(platform, 'limit=2');
  const rest = await list(platform, `limit=2&cursor=${first.nextCursor}`);
  const ids = [...first.items, ...rest.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(rest.nextCursor).toBeNull();
});

it('finds conversations by words, contact, channel and ids', async () => {
  const found = async (query: string) => (await list(member, query)).items.map(({ contactId }) => contactId);
  expect(await found('q=LEMON')).toEqual(['maria']);
  expect(await found('q=oma')).toEqual(['omar']);
  expect(await found('channel=voice')).toEqual(['omar']);
  expect(await found(`q=${last.id}`)).toEqual(['maria']);
  expect(await found(`q=${last.conversationId}`)).toEqual(['maria']);
});

it('shows a conversation with its turns, newest first, and their messages in order', async () => {
  const one = await member.read(consoleConversationDetail, `/admin/conversations/${last.conversationId}`);
  expect(one).toMatchObject({
    contactId: 'maria',
    lastState: 'failed',
    totals: { toolCalls: 3 },
    artifacts: [],
  });
  const turns = (query: string) =>
    member.read(conversationTurnPage, `/admin/conversations/${last.conversationId}/turns?${query}`);
  const first = await turns('limit=2');
  expect(first.items.map(({ turn }) => turn.state)).toEqual(['failed', 'completed']);
  expect(first.items[0]?.turn.error?.class).toBe('MODEL_UNAVAILABLE');
  const rest = await turns(`limit=2&cursor=${first.nextCursor}`);
  expect(rest.items.flatMap(({ messages }) => messages.map(({ role, text }) => [role, text]))).toEqual([
    ['user', 'With lemon trees'],
    ['assistant', 'There are three.'],
  ]);
});

it('shows the attachments of a message, with their names only to those who may read texts', async () => {
  const { orgA, database } = admin;
  const files = new FileService(database, new FixedClock(last.createdAt));
  const { id } = await files.store(orgA.id, { name: 'wishes.txt', content: Buffer.from('A quiet flat') });
  const attachments = [
    { fileId: id },
    { url: 'https://refused.example/plan?key=1' },
    { fileId: randomUUID() },
  ];
  await database.forOrg(orgA.id, (tx) =>
    tx.execute(`UPDATE messages SET attachments = $2 WHERE org_id = $1 AND turn_id = $3 AND role = 'user'`, [
      JSON.stringify(attachments),
      last.id,
    ]),
  );
  const shown = async (who: SignedIn) => {
    const { messages } = await who.read(consoleTurnDetail, `/admin/turns/${last.id}`);
    return messages.find(({ turnId }) => turnId === last.id)?.attachments;
  };
  const file = { mediaType: 'text/plain', bytes: 12 };
  expect(await shown(member)).toEqual([
    { name: 'wishes.txt', file },
    { name: 'plan', file: null },
    { name: null, file: null },
  ]);
  expect(await shown(analyst)).toEqual([file, null, null].map((one) => ({ name: null, file: one })));
});

it('hides texts and artifacts from an analyst, and does not search them', async () => {
  expect((await list(analyst)).items.map(({ lastMessage }) => lastMessage)).toEqual([null, null]);
  expect((await list(analyst, 'q=lemon')).items).toEqual([]);
  const turns = await (await analyst.get(`/admin/conversations/${last.conversationId}/turns`)).text();
  expect(turns).not.toContain('lemon');
  await expectProblem(await analyst.get(`/admin/conversations/${last.conversationId}/artifacts/brief`), 403);
});

it('hides conversations of other orgs, and has no versions of a missing artifact', async () => {
  for (const rest of ['', '/turns', '/artifacts/brief', '/artifacts/brief/versions'])
    await expectProblem(await stranger.get(`/admin/conversations/${last.conversationId}${rest}`), 404);
  await expectProblem(
    await member.get(`/admin/conversations/${last.conversationId}/artifacts/brief/versions`),
    404,
  );
});
