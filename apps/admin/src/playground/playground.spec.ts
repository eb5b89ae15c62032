import {
  consoleConversationDetail,
  consoleTurnDetail,
  conversationTurnPage,
  playgroundModels,
  playgroundTurn,
} from '#contracts/console';
import type { ApiKeyScope } from '#contracts';
import { ApiKeyService } from '#identity';
import { JobQueue } from '#queue';
import { addTurn } from '../console-rows.fixture.ts';
import { bodyOf, expectProblem, useAdmin, type Client, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin: boss, member, analyst, platform } = useAdmin();

const send = (who: Client, body: object, query = '') =>
  who.send('POST', `/admin/playground/messages${query}`, { body });
const accepted = (answer: Promise<Response>) => bodyOf(playgroundTurn, answer);

it('accepts a message as a new turn, and continues in its conversation', async () => {
  const { conversationId } = await accepted(send(member, { text: 'Find a flat in Paphos' }));
  const second = await accepted(send(member, { text: 'With a lift', conversationId }));
  expect(second.conversationId).toBe(conversationId);
  const detail = await member.read(consoleConversationDetail, `/admin/conversations/${conversationId}`);
  expect(detail).toMatchObject({
    contactId: `playground:${member.session.user.id}`,
    contactName: member.session.user.name,
    turns: 2,
  });
  const queued = (await admin.app.get(JobQueue).counts()).find(({ queue }) => queue === 'turns-chat');
  expect(queued?.waiting).toBe(1);
});

it('refuses analysts, and requires an org and a known agent', async () => {
  await expectProblem(await send(analyst, { text: 'Hello' }), 403);
  await expectProblem(await send(platform, { text: 'Hello' }), 422);
  expect((await send(platform, { text: 'Hello' }, '?org=org-a')).status).toBe(202);
  await expectProblem(await send(member, { text: 'Hello', agent: 'estio/nobody' }), 422);
  await expectProblem(await send(member, { text: ' ' }), 422);
});

describe('the author of a message', () => {
  const callerOf = async (turnId: string) => {
    const [row] = await admin.query(
      `SELECT t.caller_kind AS caller, t.caller_user_id AS "callerId", m.author_kind AS author, m.author_user_id AS "authorId"
           FROM turns t JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
          WHERE t.org_id = $1 AND t.id = $2`,
      [turnId],
    );
    return row;
  };
  const firstMessage = async (who: SignedIn, conversationId: string) => {
    const { items } = await who.read(conversationTurnPage, `/admin/conversations/${conversationId}/turns`);
    return items[0]?.messages[0];
  };

  it.each([
    ['a member', () => member, 'staff'],
    ['an admin of the org', () => boss, 'admin'],
    ['a platform admin who picked the org', () => platform, 'admin'],
  ])('is %s by default, under their own identity', async (_, visitor, caller) => {
    const who = visitor();
    const { id, name } = who.session.user;
    const { turnId, conversationId } = await accepted(send(who, { text: 'Hello' }, '?org=org-a'));
    expect(await callerOf(turnId)).toEqual({ caller, callerId: id, author: 'staff', authorId: id });
    expect(await firstMessage(who, conversationId)).toMatchObject({ authorKind: 'staff', authorName: name });
    expect(await firstMessage(member, conversationId)).toMatchObject({ authorKind: 'staff' });
  });

  it('is the contact if the message says so; each message of a conversation may differ', async () => {
    const { turnId, conversationId } = await accepted(send(boss, { text: 'Hello', authorKind: 'contact' }));
    const contact = { caller: 'contact', callerId: null, author: 'contact', authorId: null };
    expect(await callerOf(turnId)).toEqual(contact);
    const inIt = { text: 'And now?', conversationId };
    const second = await accepted(send(boss, inIt));
    expect(await callerOf(second.turnId)).toMatchObject({ caller: 'admin', callerId: boss.session.user.id });
    const third = await accepted(send(boss, { ...inIt, authorKind: 'contact' }));
    expect(await callerOf(third.turnId)).toEqual(contact);
  });

  it('cannot be another user or role', async () => {
    await expectProblem(await send(member, { text: 'Hello', authorKind: 'admin' }), 422);
    const author = { kind: 'staff', user: boss.session.user.id };
    await expectProblem(await send(member, { text: 'Hello', author }), 422);
  });

  it('cannot be the contact of someone else’s conversation, where staff may write', async () => {
    const { conversationId: customers } = await addTurn(admin.database, { orgId: admin.orgA.id });
    const { conversationId: colleagues } = await accepted(send(boss, { text: 'Hello' }));
    const turns = () =>
      admin.query('SELECT id FROM turns WHERE org_id = $1 AND conversation_id = ANY($2)', [
        [customers, colleagues],
      ]);
    for (const conversationId of [customers, colleagues]) {
      const refused = await send(member, { text: 'I want out', conversationId, authorKind: 'contact' });
      const problem = await expectProblem(refused, 403);
      expect(problem.errors).toEqual([{ pointer: '/conversationId', detail: expect.any(String) }]);
    }
    expect(await turns()).toHaveLength(2);
    for (const conversationId of [customers, colleagues]) {
      const { turnId } = await accepted(send(member, { text: 'He rang', conversationId }));
      expect(await callerOf(turnId)).toMatchObject({ author: 'staff', authorId: member.session.user.id });
    }
    const strangers = await addTurn(admin.database, { orgId: admin.orgB.id });
    for (const authorKind of ['staff', 'contact']) {
      const { conversationId } = strangers;
      await expectProblem(await send(member, { text: 'Hello', conversationId, authorKind }), 404);
    }
  });

  it('is the user of an API key only with the scope messages:staff', async () => {
    const post = async (scopes: ApiKeyScope[], body: object) => {
      const { key } = await admin.database.forOrg(admin.orgA.id, (tx) =>
        admin.app
          .get(ApiKeyService)
          .create(tx, { name: scopes.join(' '), scopes, userId: boss.session.user.id }),
      );
      return send(admin.withKey(key), { text: 'Hello', ...body });
    };
    await expectProblem(await post(['admin'], { authorKind: 'staff' }), 403);
    await accepted(post(['admin'], { authorKind: 'contact' }));
    // Older scripts send no author.
    await accepted(post(['admin'], {}));
    const { turnId } = await accepted(post(['admin', 'messages:staff'], {}));
    expect(await callerOf(turnId)).toMatchObject({ caller: 'admin', callerId: boss.session.user.id });
  });
});

describe('the model override of a message', () => {
  const models = async (who: SignedIn, query = '') =>
    (await who.read(playgroundModels, `/admin/playground/models${query}`)).items;

  it('is stored with its turn and in the audit log, even for members', async () => {
    const override = { model: 'offline-premium', broker: 'off' };
    const { turnId } = await bodyOf(playgroundTurn, send(member, { text: 'Hello', override }));
    const { turn } = await member.read(consoleTurnDetail, `/admin/turns/${turnId}`);
    expect(turn.override).toEqual(override);
    const by = member.session.user.id;
    const entry = { action: 'turn.override', by, after: override };
    expect(await admin.audited({ target: `turn:${turnId}` })).toMatchObject([entry]);
  });

  it('must name a model that the org may use', async () => {
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
