import { randomUUID } from 'node:crypto';
import { acceptMessage, type AcceptMessage, type CallerKind, type UserRole } from '#contracts';
import { describeWith } from '../../../test/harness/services.ts';
import { AttachmentRepository } from '../pipeline/attachments/attachment.repository.ts';
import type { SpeaksAs } from './resolve-author.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { testPack, useTurns } from '../testing/turns.fixture.ts';

const HOUR_MS = 3_600_000;

describeWith('postgres', 'the intake of messages', () => {
  const greeted: string[] = [];
  const alpha = {
    ...testPack('alpha', []),
    onNewContact: async (_tx: unknown, { id }: { id: string }) => void greeted.push(id),
  };
  const turnpike = useTurns([alpha, testPack('beta', [])]);
  const org = useOrg(turnpike);

  it('stores contact, conversation, message and turn, and enqueues the turn', async () => {
    const accepted = await org.send({
      text: 'Hi',
      metadata: { a: [1] },
    });
    expect(accepted).toMatchObject({ state: 'queued', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await org.eventTypes(accepted.turnId)).toEqual(['turn.queued']);
    expect(await org.turn(accepted.turnId)).toMatchObject({
      state: 'queued',
      metadata: { a: [1] },
      channel: 'chat',
    });
    expect(greeted).toContain('ann');
    expect(turnpike.jobs.enqueued).toEqual([
      { name: 'turn.chat', turnId: accepted.turnId, jobId: `${accepted.turnId}-0` },
    ]);
    for (const table of ['contacts', 'conversations', 'messages']) expect(await org.count(table)).toBe(1);
  });

  it('accepts messages while the queue is unavailable', async () => {
    turnpike.jobs.away = true;
    const { turnId } = await org.send();
    expect((await org.row(turnId)).state).toBe('queued');
  });

  it('enqueues only the oldest turn of a conversation, voice in its own queue', async () => {
    const [first, second] = [await org.send({ channel: 'voice' }), await org.send({ channel: 'voice' })];
    expect(second.conversationId).toBe(first.conversationId);
    expect(turnpike.jobs.enqueued).toEqual([
      expect.objectContaining({ name: 'turn.voice', turnId: first.turnId }),
    ]);
    expect([await org.row(first.turnId), await org.row(second.turnId)].map((row) => row.seq)).toEqual([1, 2]);
  });

  describe('of repeated messages', () => {
    it.each([1, 2])('creates one turn per externalId (%i)', async () => {
      const turns = await Promise.all(Array.from({ length: 8 }, () => org.send({ externalId: 'e' })));
      expect(new Set(turns.map((turn) => turn.turnId)).size).toBe(1);
      expect(await org.send({ externalId: 'e', text: 'another text', newConversation: true })).toMatchObject({
        turnId: turns[0]?.turnId,
      });
      expect([
        await org.count('turns'),
        await org.count('messages'),
        await org.count('conversations'),
      ]).toEqual([1, 1, 1]);
      const [conversation] = await org.queryUnscoped('SELECT turn_count, message_count FROM conversations');
      expect(conversation).toEqual({ turn_count: 1, message_count: 1 });
    });

    it('reports the repetition and the fields that differ', async () => {
      const attachments = [{ url: 'https://example.com/plan.pdf' }];
      const first = await org.send({ externalId: 'e', attachments });
      const again = await org.send({ externalId: 'e', attachments });
      const otherText = await org.send({ externalId: 'e', attachments, text: 'Good bye' }, 'k');
      expect(await org.send({ externalId: 'e', attachments, text: 'Good bye' }, 'k')).toMatchObject({
        turnId: first.turnId,
        differs: ['text'],
      });
      const allOther = await org.send({ externalId: 'e', text: 'Good bye' });
      const { turnId } = first;
      expect([first, again, otherText, allOther]).toEqual([
        expect.objectContaining({ turnId, repeated: false, differs: [] }),
        expect.objectContaining({ turnId, repeated: true, differs: [] }),
        expect.objectContaining({ turnId, repeated: true, differs: ['text'] }),
        expect.objectContaining({ turnId, repeated: true, differs: ['text', 'attachments'] }),
      ]);
      const at = { externalId: 'later', text: '¿Qué tal? 🏠\n' };
      const atOnce = await Promise.all([org.send(at), org.send(at)]);
      expect(atOnce.map(({ repeated }) => repeated).toSorted()).toEqual([false, true]);
      expect(await org.send(at, 'k2')).toMatchObject({ repeated: true, differs: [] });
      expect(await org.send(at, 'k2')).toMatchObject({ repeated: true, differs: [] });
    });

    it('ignores files fetched since, and the case of an id', async () => {
      const file = await turnpike.ports.files.store(org.id, {
        name: 'a.txt',
        content: Buffer.from('Hello'),
      });
      const attachments = [{ url: 'https://example.com/a.txt' }, { fileId: file.id.toUpperCase() }];
      const { turnId } = await org.send({ externalId: 'e', attachments });
      await org.transact(async (tx) => {
        const [sent] = await tx.query<{ messageId: string }>(
          'SELECT message_id AS "messageId" FROM turns WHERE org_id = $1 AND id = $2',
          [turnId],
        );
        const fetched = { messageId: sent?.messageId ?? '', index: 0, fileId: file.id, contactId: 'ann' };
        await new AttachmentRepository(tx).keepFetched(fetched, turnpike.clock.now());
      });
      const again = [{ url: 'https://example.com/a.txt' }, { fileId: file.id }];
      expect(await org.send({ externalId: 'e', attachments: again })).toMatchObject({
        repeated: true,
        differs: [],
      });
      const other = [again[1] ?? {}, again[0] ?? {}];
      expect(await org.send({ externalId: 'e', attachments: other })).toMatchObject({
        differs: ['attachments'],
      });
    });

    it('separates the same externalId of other channels and orgs', async () => {
      const other = await turnpike.newOrg();
      const turns = [
        await org.send({ externalId: 'e' }),
        await org.send({ externalId: 'e', channel: 'mail' }),
        await other.send({ externalId: 'e' }),
      ];
      expect(new Set(turns.map((turn) => turn.turnId)).size).toBe(3);
    });

    it('creates one turn per Idempotency-Key for 24 hours', async () => {
      const turns = await Promise.all(
        Array.from({ length: 8 }, () => org.send({ metadata: { a: 1, b: 2 } }, 'k')),
      );
      expect(new Set(turns.map((turn) => turn.turnId)).size).toBe(1);
      expect((await org.send({ metadata: { b: 2, a: 1 } }, 'k')).turnId).toBe(turns[0]?.turnId);
      await expect(org.send({ text: 'another' }, 'k')).rejects.toMatchObject({
        kind: 'invalid',
        code: 'IDEMPOTENCY_KEY_REUSED',
        pointer: '/idempotency-key',
        message: expect.stringContaining(`turn ${turns[0]?.turnId}`),
      });
      turnpike.clock.advance(24 * HOUR_MS + 1);
      expect((await org.send({ text: 'another' }, 'k')).turnId).not.toBe(turns[0]?.turnId);
    });

    it('keeps key and externalId together', async () => {
      const first = await org.send({ externalId: 'e' });
      expect((await org.send({ externalId: 'e' }, 'k')).turnId).toBe(first.turnId);
      expect((await org.send({ externalId: 'e' }, 'k')).turnId).toBe(first.turnId);
    });

    it('creates one new turn for a key whose turn was erased', async () => {
      const { turnId } = await org.send({}, 'k');
      await org.executeUnscoped('DELETE FROM turns WHERE id = $1', [turnId]);
      const again = await org.send({}, 'k');
      expect(again.turnId).not.toBe(turnId);
      expect((await org.send({}, 'k')).turnId).toBe(again.turnId);
    });

    it('does not deadlock on concurrent messages of one conversation', async () => {
      const { conversationId } = await org.send();
      const sent = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          org.send({ conversationId, ...(index % 2 ? { externalId: `e${index}` } : {}) }),
        ),
      );
      expect(new Set(sent.map((turn) => turn.turnId)).size).toBe(60);
      expect((await org.queryUnscoped('SELECT DISTINCT seq FROM turns')).length).toBe(61);
    });
  });

  it('rejects messages above the limit per minute, and stores nothing', async () => {
    const limited = await turnpike.newOrg({ MESSAGES_PER_MINUTE: '3' });
    turnpike.clock.set(new Date('2026-11-20T10:00:45.000Z'));
    const first = await limited.send({ externalId: 'e' });
    const rest = await Promise.allSettled(Array.from({ length: 6 }, () => limited.send({}, undefined)));
    expect(rest.filter((sent) => sent.status === 'fulfilled')).toHaveLength(2);
    await expect(limited.send({}, 'key')).rejects.toMatchObject({
      kind: 'too_many',
      code: 'RATE_LIMITED',
      retryAfterMs: 15_000,
    });
    expect([await limited.count('turns'), await limited.count('idempotency_keys')]).toEqual([3, 0]);
    expect((await limited.send({ externalId: 'e' })).turnId).toBe(first.turnId);
    turnpike.clock.set(new Date('2026-11-20T10:01:00.000Z'));
    await limited.send();
    const free = await turnpike.newOrg({ MESSAGES_PER_MINUTE: '0' });
    await free.send();
    expect(await free.count('message_minutes')).toBe(0);
  });

  describe('of staff', () => {
    beforeEach(async () => {
      await org.transact(async (tx) => {
        for (const role of ['member', 'org_admin', 'analyst'] as const)
          await turnpike.users.create(tx, {
            orgId: org.id,
            name: role,
            handle: role.replace('_', '-'),
            role,
          });
      });
    });
    const by = (user: string, sender: SpeaksAs = { staff: true, role: 'org_admin' }) =>
      org.send({ author: { kind: 'staff', user } }, undefined, sender);

    it.each<[user: string, role: UserRole | undefined, kind: CallerKind]>([
      ['member', 'org_admin', 'staff'],
      ['org-admin', 'org_admin', 'admin'],
      ['org-admin', 'member', 'staff'],
      ['member', 'member', 'staff'],
      ['org-admin', undefined, 'staff'],
    ])('lets %s speak through a key of a(n) %s as %s', async (user, role, kind) => {
      const { turnId } = await by(user, { staff: true, ...(role && { role }) });
      const row = await org.row(turnId);
      expect(row).toMatchObject({ caller_kind: kind, caller_user_id: expect.any(String) });
      expect((await by(row.caller_user_id ?? '')).turnId).toBeTruthy();
    });

    it.each(['nobody', 'analyst', randomUUID(), "x' OR true --", 'nul\u0000'])(
      'refuses the user %j',
      async (user) => {
        await expect(by(user)).rejects.toMatchObject({
          kind: 'invalid',
          code: 'UNKNOWN_USER',
          pointer: '/author/user',
        });
      },
    );

    it.each(['id', 'handle'] as const)('refuses a member of another org by %s', async (name) => {
      const { id: orgId, transact } = await turnpike.newOrg();
      const user = { orgId, name: 'Zoe', handle: 'zoe', role: 'member' as const };
      const stranger = await transact((tx) => turnpike.users.create(tx, user));
      await expect(by(stranger[name])).rejects.toMatchObject({
        code: 'UNKNOWN_USER',
        pointer: '/author/user',
      });
    });

    it('rejects a key without the right to write as staff', async () => {
      await expect(by('member', { staff: false, role: 'member' })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'MISSING_SCOPE',
      });
      expect(await org.count('turns')).toBe(0);
    });

    describe('of a signed-in user', () => {
      const userId = randomUUID();
      const signedIn = { userId, contactId: 'playground:me' };
      const speak = (role: UserRole, message: Partial<AcceptMessage>) =>
        org.send(message, undefined, { staff: role !== 'analyst', role, signedIn });
      const themselves: Partial<AcceptMessage> = { author: { kind: 'staff', user: userId } };

      it.each<[role: UserRole, kind: CallerKind]>([
        ['member', 'staff'],
        ['org_admin', 'admin'],
        ['platform_admin', 'admin'],
      ])('is a %s’s as %s, who need not be a user of the org', async (role, kind) => {
        const { turnId } = await speak(role, themselves);
        expect(await org.row(turnId)).toMatchObject({
          caller_kind: kind,
          caller_user_id: userId,
        });
      });

      it('rejects analysts and messages as another user', async () => {
        for (const speakAsOther of [
          () => speak('analyst', themselves),
          () => speak('org_admin', { author: { kind: 'staff', user: 'member' } }),
        ])
          await expect(speakAsOther()).rejects.toMatchObject({ kind: 'forbidden' });
        expect(await org.count('turns')).toBe(0);
      });

      it('accepts only the user’s own contact', async () => {
        const { conversationId } = await org.send();
        const own = await speak('member', { contact: signedIn.contactId });
        await speak('member', { conversationId: own.conversationId });
        for (const message of [{ conversationId }, { contact: 'ann' }, { contact: 'bob' }])
          await expect(speak('org_admin', message)).rejects.toMatchObject({
            kind: 'forbidden',
            code: 'NOT_OWN_CONTACT',
          });
        expect(await org.count('turns')).toBe(3);
        await speak('member', { conversationId, ...themselves });
      });
    });
  });

  it('accepts any text that the schema accepts', async () => {
    const odd = { 'k\u0000': ['\u0000', '\ud800', '\\u0000', 1e300, null, { __proto: 1 }] };
    const { turnId } = await org.send(
      {
        text: 'half \udc00 and 😀',
        contact: '😀'.repeat(64),
        metadata: odd,
        externalId: '\u0001',
      },
      'key\u00ff',
    );
    expect((await org.turn(turnId))?.metadata).toEqual({
      'k\ufffd': ['\ufffd', '\ufffd', '\\u0000', 1e300, null, { __proto: 1 }],
    });
  });

  it.each([
    ['contact', { contact: 'a\u0000b' }],
    ['contact', { contact: 'a\ud800' }],
    ['externalId', { externalId: 'a\u0000' }],
    ['author', { author: { kind: 'staff', user: '\udc00' } }],
  ])('does not take what could only be stored altered in %s', (field, message) => {
    const parsed = acceptMessage.safeParse({ contact: 'ann', channel: 'chat', text: 'x', ...message });
    expect(parsed.error?.issues[0]?.path[0]).toBe(field);
  });
});
