import {
  consoleConversationDetail,
  consoleTurnDetail,
  playgroundModels,
  playgroundSteps,
  playgroundTurn,
} from '#contracts/console';
import { JobQueue } from '#queue';
import { addSpans, addTurn } from '../console-rows.fixture.ts';
import { usualSpans } from '../usual-spans.fixture.ts';
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
    contactName: member.session.user.name,
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

describe('what a message asks for', () => {
  const models = async (who: SignedIn, query = '') =>
    playgroundModels.parse(await (await who.get(`/admin/playground/models${query}`)).json()).items;

  it('stands on its turn and in the audit log, for members too', async () => {
    const override = { model: 'offline-premium', broker: 'off' };
    const answer = await send(member, { text: 'Hello', override });
    const { turnId } = playgroundTurn.parse(await answer.json());
    const { turn } = consoleTurnDetail.parse(await (await member.get(`/admin/turns/${turnId}`)).json());
    expect(turn.override).toEqual(override);
    const audited = await admin.database.forOrg(admin.orgA.id, (tx) =>
      tx.queryUnscoped('SELECT action, actor_user_id AS by, after FROM audit_log WHERE target = $1', [
        `turn:${turnId}`,
      ]),
    );
    expect(audited).toEqual([{ action: 'turn.override', by: member.session.user.id, after: override }]);
  });

  it('is a model that the org may use', async () => {
    const known = await models(member);
    const flash = { name: 'offline-flash', provider: 'offline', tier: 'flash', obstacle: null };
    expect(known).toContainEqual(flash);
    expect(known.find(({ provider }) => provider === 'google')?.obstacle).toContain('is not set');
    for (const override of [
      { model: 'gemini-3.8-flash' },
      { model: 'no-such-model' },
      { model: 'offline-flash', tier: 'flash' },
      { tier: 'royal' },
      { broker: 'sideways' },
      {},
    ])
      await expectProblem(await send(member, { text: 'Hello', override }), 422);
    await expectProblem(await platform.get('/admin/playground/models'), 422);
    expect(await models(platform, '?org=org-b')).toEqual(known);
  });
});

it('tells what a turn has done, to those who read texts in its org', async () => {
  const turn = await addTurn(admin.database, { orgId: admin.orgA.id });
  await addSpans(admin.database, admin.orgA.id, turn, usualSpans());
  const path = `/admin/playground/turns/${turn.id}/steps`;
  const { steps } = playgroundSteps.parse(await (await member.get(path)).json());
  expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['model', 'tool']));
  expect(steps.find(({ kind }) => kind === 'model')?.input).toBeNull();
  await expectProblem(await analyst.get(path), 403);
  await admin.addUser('member@b.example', 'member', admin.orgB.id);
  await expectProblem(await (await admin.signIn('member@b.example')).get(path), 404);
});
