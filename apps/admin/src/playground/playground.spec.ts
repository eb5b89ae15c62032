import { consoleConversationDetail, playgroundTurn } from '#contracts/console';
import { JobQueue } from '#queue';
import { expectProblem, openAdmin, type AdminFixture, type SignedIn } from '../admin.fixture.ts';

let admin: AdminFixture;
let member: SignedIn;
let analyst: SignedIn;
let platform: SignedIn;

beforeAll(async () => {
  admin = await openAdmin();
  await admin.addUser('member@a.example', 'member', admin.orgA.id);
  await admin.addUser('analyst@a.example', 'analyst', admin.orgA.id);
  await admin.addUser('root@platform.example', 'platform_admin', null);
  [member, analyst, platform] = (await Promise.all(
    ['member@a.example', 'analyst@a.example', 'root@platform.example'].map((email) => admin.signIn(email)),
  )) as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => admin.close());

const send = (who: SignedIn, body: object, query = '') =>
  who.send('POST', `/admin/playground/messages${query}`, { body });

it('takes a message in as a turn of its own, and goes on in its conversation', async () => {
  const first = await send(member, { text: 'Find a flat in Paphos' });
  expect(first.status).toBe(202);
  const { conversationId } = playgroundTurn.parse(await first.json());
  const second = playgroundTurn.parse(
    await (await send(member, { text: 'With a lift', conversationId })).json(),
  );
  expect(second.conversationId).toBe(conversationId);
  const detail = await (await member.get(`/admin/conversations/${conversationId}`)).json();
  expect(consoleConversationDetail.parse(detail)).toMatchObject({
    contactId: `playground:${member.session.user.id}`,
    turns: 2,
  });
  const queued = (await admin.app.get(JobQueue).counts()).find(({ queue }) => queue === 'turns-chat');
  expect(queued?.waiting).toBe(1);
});

it('is not for analysts, and wants an org and an agent that there is', async () => {
  await expectProblem(await send(analyst, { text: 'Hello' }), 403);
  await expectProblem(await send(platform, { text: 'Hello' }), 422);
  expect((await send(platform, { text: 'Hello' }, '?org=org-a')).status).toBe(202);
  await expectProblem(await send(member, { text: 'Hello', agent: 'estio/nobody' }), 422);
  await expectProblem(await send(member, { text: ' ' }), 422);
});
