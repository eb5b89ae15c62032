import { CursorError, type ConversationEvent } from '#contracts';
import { eventually } from '../../../../test/harness/eventually.ts';
import { describeWith } from '../../../../test/harness/services.ts';
import { isStored, textOf, useOrg, type TestOrg } from '../../testing/test-org.fixture.ts';
import { useTurns } from '../../testing/turns.fixture.ts';
import { NoReplyError } from '../../turn.errors.ts';
import { ConversationEventsReadModel } from './conversation-events.read-model.ts';
import { ConversationEvents } from './conversation-events.service.ts';

const NEVER_MS = 3_600_000;

describeWith('postgres', 'conversations', () => {
  let other: TestOrg;

  const turnpike = useTurns();
  const org = useOrg(turnpike);
  beforeAll(async () => {
    other = await turnpike.newOrg();
  });

  it('are listed by their newest message, filtered, page by page', async () => {
    const conversations: string[] = [];
    for (const contact of ['ann', 'bob', 'ann', 'bob', 'ann']) {
      conversations.push((await org.send({ contact, newConversation: true })).conversationId);
      turnpike.clock.advance(1);
    }
    const [first = ''] = conversations;
    await org.send({ conversationId: first });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await turnpike.conversations.page(org.id, { limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([first, ...conversations.slice(1).reverse()]);
    const bobs = await turnpike.conversations.page(org.id, { limit: 50, contact: 'bob', channel: 'chat' });
    expect(bobs.items.map(({ contact }) => contact)).toEqual(['bob', 'bob']);
    expect((await turnpike.conversations.page(org.id, { limit: 50, channel: 'voice' })).items).toEqual([]);
    expect((await turnpike.conversations.page(other.id, { limit: 50 })).items).toEqual([]);
    expect(await turnpike.conversations.find(org.id, first)).toMatchObject({ turns: 2, messages: 2 });
    expect(await turnpike.conversations.find(other.id, first)).toBeUndefined();
  });

  it('give their messages newest first, page by page, to their org alone', async () => {
    const { conversationId } = await org.send({ text: 'one' });
    for (const text of ['two', 'three']) await org.send({ conversationId, text });
    const page = await turnpike.messages.page(org.id, conversationId, { limit: 2 });
    expect(page.items.map(({ text }) => text)).toEqual(['three', 'two']);
    const cursor = page.nextCursor ?? '';
    const last = await turnpike.messages.page(org.id, conversationId, { limit: 2, cursor });
    expect(last).toMatchObject({
      items: [{ text: 'one', role: 'user', author: 'contact', attachments: [] }],
      nextCursor: null,
    });
    await expect(
      turnpike.messages.page(org.id, conversationId, { limit: 2, cursor: 'WzEsNDAwMDBd' }),
    ).rejects.toThrow(CursorError);
    expect((await turnpike.messages.page(other.id, conversationId, { limit: 2 })).items).toEqual([]);
  });

  describe('feedback', () => {
    it('is stored once per author; the last one counts', async () => {
      const { turnId } = await org.say();
      const give = (author: string, rating: 'up' | 'down', comment?: string) =>
        turnpike.feedback.give(org.id, turnId, author, { rating, comment });
      expect(await give('key:a', 'up')).toBe(true);
      turnpike.clock.advance(1_000);
      await give('key:b', 'down', 'wrong city');
      await give('key:a', 'up');
      const shown = async () => (await org.turn(turnId))?.feedback;
      expect(await shown()).toMatchObject([
        { rating: 'down', comment: 'wrong city' },
        { rating: 'up', comment: null },
      ]);
      turnpike.clock.advance(1_000);
      await give('key:a', 'down', 'no');
      expect(await shown()).toMatchObject([{ rating: 'down', comment: 'no' }, { comment: 'wrong city' }]);
      expect(await turnpike.feedback.give(other.id, turnId, 'key:a', { rating: 'up' })).toBe(false);
    });

    it('needs a reply', async () => {
      const { turnId } = await org.send();
      await expect(turnpike.feedback.give(org.id, turnId, 'key:a', { rating: 'up' })).rejects.toThrow(
        NoReplyError,
      );
    });
  });

  describe('events', () => {
    const readers: AbortController[] = [];

    afterEach(() => {
      readers.splice(0).forEach((reader) => reader.abort());
    });

    function follow(conversationId: string, after?: string, source = turnpike.conversationEvents) {
      const reader = new AbortController();
      readers.push(reader);
      const events: ConversationEvent[] = [];
      const place = source.placeAfter(after);
      const ended = (async () => {
        const told = source.follow(org.id, conversationId, place, reader.signal);
        for await (const event of told) events.push(event);
      })();
      return { events, reader, ended, types: () => events.map(({ type }) => type) };
    }

    it('of all turns are replayed, then sent live, including the first of a new turn', async () => {
      const { database, notifications } = turnpike;
      const onlyByNotifications = new ConversationEvents(
        new ConversationEventsReadModel(database),
        notifications,
      );
      onlyByNotifications.idleLookMs = NEVER_MS;
      const first = await org.send();
      const { events, types } = follow(first.conversationId, undefined, onlyByNotifications);
      await eventually(async () => expect(types()).toEqual(['turn.queued']));
      const second = await org.send({ conversationId: first.conversationId });
      await eventually(async () => expect(types()).toHaveLength(2));
      await org.run(first.turnId, true);
      await eventually(async () => expect(types().at(-1)).toBe('turn.completed'));
      await org.run(second.turnId, true);
      await eventually(async () =>
        expect(types().filter((type) => type === 'turn.completed')).toHaveLength(2),
      );
      const stored = [...(await org.eventTypes(first.turnId)), ...(await org.eventTypes(second.turnId))];
      const received = events.filter(isStored);
      expect(received.map(({ type }) => type).sort()).toEqual(stored.sort());
      expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
    });

    it('continue after any of them without a gap or a repetition', async () => {
      const first = await org.send();
      const second = await org.send({ conversationId: first.conversationId });
      await org.run(second.turnId, true);
      await org.run(first.turnId, true);
      await org.run(second.turnId, true);
      const whole = follow(first.conversationId);
      const count =
        (await org.eventTypes(first.turnId)).length + (await org.eventTypes(second.turnId)).length;
      const received = () => whole.events.filter(isStored);
      await eventually(async () => expect(received()).toHaveLength(count));
      const keyOf = ({ turnId, type, payload }: ConversationEvent) => JSON.stringify([turnId, type, payload]);
      for (const [index, { id }] of received().entries()) {
        const rest = follow(first.conversationId, id);
        const expected = received().slice(index + 1);
        await eventually(async () =>
          expect(rest.events.filter(isStored).map(keyOf)).toEqual(expected.map(keyOf)),
        );
        // The reply comes anew with its end.
        for (const { turnId, payload, type } of expected)
          if (type === 'turn.completed') expect(textOf(rest.events, turnId ?? '')).toBe(payload.text);
      }
    });

    it('of a turn that waits for a person do not hold up those of later ones', async () => {
      const first = await org.send();
      const second = await org.send({ conversationId: first.conversationId });
      const state = (value: string) =>
        org.execute('UPDATE turns SET state = $3 WHERE org_id = $1 AND id = $2', [first.turnId, value]);
      await state('awaiting_approval');
      await org.run(second.turnId, true);
      const before = follow(first.conversationId);
      await eventually(async () => expect(before.types().at(-1)).toBe('turn.completed'));
      before.reader.abort();
      await before.ended;
      await state('queued');
      await org.run(first.turnId, true);
      const after = follow(first.conversationId, before.events.at(-1)?.id);
      await eventually(async () => expect(after.types().at(-1)).toBe('turn.completed'));
      expect(new Set(after.events.map(({ turnId }) => turnId))).toEqual(new Set([first.turnId]));
      const types = after.events.filter(isStored).map(({ type }) => type);
      expect(types).toEqual((await org.eventTypes(first.turnId)).slice(1));
    });

    it('of an old turn that is retried are sent from there', async () => {
      const first = await org.send();
      await org.run(first.turnId, true);
      const before = follow(first.conversationId);
      await eventually(async () => expect(before.types().at(-1)).toBe('turn.completed'));
      const stored = await org.eventTypes(first.turnId);
      await org.transact(async (tx) => {
        await tx.execute(`UPDATE turns SET state = 'queued' WHERE org_id = $1 AND id = $2`, [first.turnId]);
        await tx.execute(
          `INSERT INTO turn_events (org_id, turn_id, seq, type, at) VALUES ($1, $2, $3, 'turn.queued', now())`,
          [first.turnId, stored.length + 1],
        );
        await turnpike.notifications.announce(tx, first.conversationId);
      });
      await eventually(async () => expect(before.events.filter(isStored)).toHaveLength(stored.length + 1));
      const resumed = follow(first.conversationId, before.events.at(-2)?.id);
      await eventually(async () => expect(resumed.types()).toEqual(['turn.queued']));
    });

    it('of a failed turn continue when it was retried and ended without a reader', async () => {
      const { turnId, conversationId } = await org.say();
      const whole = await org.eventTypes(turnId);
      const tell = (types: string[], after: number) =>
        org.execute(
          `INSERT INTO turn_events (org_id, turn_id, seq, type, at)
             SELECT $1, $2, $4 + place, type, now() FROM unnest($3::text[]) WITH ORDINALITY AS told(type, place)`,
          [turnId, types, after],
        );
      await org.execute(
        `UPDATE turn_events SET type = 'turn.failed' WHERE org_id = $1 AND turn_id = $2 AND type = 'turn.completed'`,
        [turnId],
      );
      const before = follow(conversationId);
      await eventually(async () => expect(before.types().at(-1)).toBe('turn.failed'));
      before.reader.abort();
      await before.ended;
      const again = ['turn.queued', 'turn.started', 'turn.completed'];
      await tell(again, whole.length);
      const after = follow(conversationId, before.events.at(-1)?.id);
      await eventually(async () => expect(after.types()).toEqual(again));
    });

    it('are sent once each, also while an old turn is open and many have failed since', async () => {
      const { turnId, conversationId } = await org.send();
      const later = 240;
      const stored = await org.transact(async (tx) => {
        await tx.execute(`UPDATE turns SET state = 'awaiting_approval' WHERE org_id = $1 AND id = $2`, [
          turnId,
        ]);
        await tx.execute(
          `INSERT INTO turns
           SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'seq', t.seq + n,
                    'state', CASE n % 2 WHEN 0 THEN 'failed' ELSE 'completed' END))).*
             FROM turns t, generate_series(1, $3::int) n WHERE t.org_id = $1 AND t.id = $2`,
          [turnId, later],
        );
        await tx.execute(
          `INSERT INTO turn_events (org_id, turn_id, seq, type, at)
           SELECT org_id, id, 1, 'turn.' || state, now() FROM turns WHERE org_id = $1 AND state IN ('completed', 'failed')`,
        );
        await tx.execute(
          'UPDATE conversations SET turn_count = turn_count + $3 WHERE org_id = $1 AND id = $2',
          [conversationId, later],
        );
        return tx.query('SELECT turn_id, seq FROM turn_events WHERE org_id = $1');
      });
      const { events } = follow(conversationId);
      await eventually(async () => expect(events.length).toBeGreaterThan(later));
      await org.send({ conversationId });
      await eventually(async () => expect(events.at(-1)?.type).toBe('turn.queued'));
      expect(events).toHaveLength(stored.length + 1);
    });

    it('leave no subscription behind when the reader disconnects, and exclude other orgs', async () => {
      const { conversationId } = await org.send();
      const { events, reader, ended } = follow(conversationId);
      await eventually(async () => expect(events).toHaveLength(1));
      reader.abort();
      await ended;
      expect(turnpike.notifications.watchers).toBe(0);
      const place = turnpike.conversationEvents.placeAfter(undefined);
      const none = turnpike.conversationEvents.follow(
        other.id,
        conversationId,
        place,
        AbortSignal.timeout(200),
      );
      expect((await none.next()).done).toBe(true);
    });
  });
});
