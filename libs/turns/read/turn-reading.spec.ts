import { randomUUID } from 'node:crypto';
import { CursorError, type TurnEvent, type TurnQuery } from '#contracts';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { isStored, textOf, useOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';
import { TurnEvents } from './turn-events.service.ts';

const NEVER_MS = 3_600_000;

describeWith('postgres', 'reading turns', () => {
  let turnId: string;

  const turnpike = useTurns();
  const org = useOrg(turnpike);

  beforeEach(async () => {
    ({ turnId } = await org.send());
  });

  describe('the events of a turn', () => {
    let reader: AbortController;

    beforeEach(() => {
      reader = new AbortController();
    });

    afterEach(() => reader.abort());

    const tell = async (seq: number, type = 'model.started') => {
      await org.transact(async (tx) => {
        await tx.executeUnscoped(
          'INSERT INTO turn_events (org_id, turn_id, seq, type, at) VALUES ($1, $2, $3, $4, now())',
          [org.id, turnId, seq, type],
        );
        await turnpike.notifications.announce(tx, turnId);
      });
    };
    const eventsWith = (given: Partial<TurnEvents>) =>
      Object.assign(new TurnEvents(turnpike.database, turnpike.notifications), given);
    /** Reads in the background. */
    const follow = (after = 0, source = turnpike.events) => {
      const read: TurnEvent[] = [];
      const ended = (async () => {
        for await (const event of source.follow(org.id, turnId, after, reader.signal)) read.push(event);
      })();
      return { read, ids: () => read.filter(isStored).map((event) => Number(event.id)), ended };
    };

    it('are replayed, then sent live, until the last', async () => {
      await tell(2);
      const { read, ids, ended } = follow(0, eventsWith({ idleLookMs: NEVER_MS }));
      await eventually(async () => expect(ids()).toEqual([1, 2]));
      await tell(3);
      await eventually(async () => expect(ids()).toEqual([1, 2, 3]));
      await tell(4, 'turn.completed');
      await ended;
      expect(read.at(-1)).toMatchObject({ id: '4', turnId, type: 'turn.completed', payload: {} });
      expect(turnpike.notifications.watchers).toBe(0);
    });

    it.each([
      ['after the last received event', 1, NEVER_MS, [2, 3], [2, 3]],
      ['with an event that is committed late', 0, NEVER_MS, [3, 2, 4], [1, 2, 3, 4]],
      ['without a missing event', 0, 1, [3, 5], [1, 3, 5]],
    ])('continue %s', async (_what, lastId, gapPatienceMs, [first, ...later], received) => {
      await tell(first!);
      const { ids, ended } = follow(lastId, eventsWith({ gapPatienceMs }));
      if (lastId === 0) await eventually(async () => expect(ids()).toContain(1));
      for (const seq of later) await tell(seq, seq === later.at(-1) ? 'turn.failed' : undefined);
      await ended;
      expect(ids()).toEqual(received);
    });

    it.each([0, 7, 2 ** 31 - 1])('end at once for a reader who has the last (+%i)', async (more) => {
      await org.cancel(turnId);
      const { ids, ended } = follow(Math.min(2 + more, 2 ** 31 - 1));
      await ended;
      expect(ids()).toEqual([]);
    });

    it('end at once for an ended turn without events', async () => {
      await org.transact(async (tx) => {
        await tx.execute('DELETE FROM turn_events WHERE org_id = $1 AND turn_id = $2', [turnId]);
        await tx.execute(`UPDATE turns SET state = 'completed' WHERE org_id = $1 AND id = $2`, [turnId]);
      });
      const { ids, ended } = follow();
      await ended;
      expect(ids()).toEqual([]);
    });

    it('contain the live text, from its beginning for a reader that returns, and in the end the reply', async () => {
      ({ turnId } = await org.send({ newConversation: true, stream: true }));
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      turnpike.model.answer(async ({ onText }) => {
        onText?.('Let me ');
        await held;
        onText?.('see. ');
        return { text: 'Let me see. ' };
      });
      const first = follow();
      const run = org.run(turnId);
      await eventually(async () => expect(textOf(first.read, turnId)).toBe('Let me '));
      const back = follow(first.ids().at(-1));
      await eventually(async () =>
        expect(back.read).toMatchObject([
          { type: 'text.reset' },
          { type: 'text.delta', payload: { text: 'Let me ' } },
        ]),
      );
      letGo();
      await Promise.all([run, first.ended, back.ended]);
      for (const { read } of [first, back]) expect(textOf(read, turnId).trim()).toBe('Let me see.');
      expect(first.read.map(({ type }) => type)).not.toContain('text.reset');
      const late = follow();
      await late.ended;
      expect(textOf(late.read, turnId)).toBe('Let me see.');
      expect((await org.eventTypes(turnId)).filter((type) => type.startsWith('text.'))).toEqual([]);
    });

    it.each([
      ['whole if nobody reads', {}, false],
      ['streamed if the client announced to read', { stream: true }, true],
      ['streamed on the channel voice', { channel: 'voice' }, true],
      ['whole on the channel voice if the client says so', { channel: 'voice', stream: false }, false],
    ])('come from an answer that is %s', async (_how, message, isStreamed) => {
      ({ turnId } = await org.send({ newConversation: true, ...message }));
      await org.run(turnId);
      expect(turnpike.model.requests.map(({ onText }) => onText !== undefined)).toEqual([isStreamed]);
    });

    it('are streamed from the next model call while a stream is open, and not after its end', async () => {
      const marks = () => org.query('SELECT 1 FROM conversation_readers WHERE org_id = $1');
      const { ended } = follow();
      await eventually(async () => expect(await marks()).toHaveLength(1));
      turnpike.model.answer(calls('nothing'), () => ({ text: 'Done.' }));
      await org.run(turnId);
      reader.abort();
      await ended;
      await org.execute(`UPDATE conversation_readers SET read_until = now() WHERE org_id = $1`);
      await org.say();
      expect(turnpike.model.requests.map(({ onText }) => onText !== undefined)).toEqual([true, true, false]);
      await turnpike.sweeper.sweep();
      expect(await marks()).toEqual([]);
    });

    it('end when the reader disconnects', async () => {
      const { ids, ended } = follow();
      await eventually(async () => expect(ids()).toEqual([1]));
      reader.abort();
      await ended;
      expect(turnpike.notifications.watchers).toBe(0);
    });

    it('exclude events of other orgs', async () => {
      const other = await turnpike.newOrg();
      const events = turnpike.events.follow(other.id, turnId, 0, AbortSignal.timeout(200));
      expect((await events.next()).done).toBe(true);
    });
  });

  describe('pages of turns', () => {
    it('go from the newest to the oldest, each once', async () => {
      const sent = [turnId];
      for (let more = 0; more < 6; more += 1) {
        // Some at the same millisecond.
        if (more % 2) turnpike.clock.advance(1);
        sent.push((await org.send({ newConversation: true })).turnId);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await turnpike.turns.page(org.id, { limit: 3, cursor });
        seen.push(...page.items.map((turn) => turn.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(sent.toReversed());
      expect((await turnpike.turns.page(org.id, { limit: 7 })).nextCursor).toBeNull();
      expect((await turnpike.turns.page((await turnpike.newOrg()).id, { limit: 3 })).items).toEqual([]);
    });

    it('reject an invalid cursor', async () => {
      await expect(turnpike.turns.page(org.id, { limit: 3, cursor: 'eyJ9' })).rejects.toThrow(CursorError);
    });

    it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
      'reject a forged moment such as %s',
      async (at) => {
        const cursor = Buffer.from(JSON.stringify([at, randomUUID()])).toString('base64url');
        await expect(turnpike.turns.page(org.id, { limit: 3, cursor })).rejects.toThrow(CursorError);
      },
    );

    it('match all filters', async () => {
      turnpike.clock.advance(1_000);
      const from = turnpike.clock.now();
      const bob = await org.send({ contact: 'bob' });
      turnpike.clock.advance(1_000);
      const to = turnpike.clock.now();
      const more = await org.send({ contact: 'bob' });
      await org.cancel(more.turnId);
      await org.execute(`UPDATE turns SET agent = 'helper' WHERE org_id = $1 AND id = $2`, [bob.turnId]);
      const ids = async (filter: Partial<TurnQuery>) =>
        (await turnpike.turns.page(org.id, { limit: 50, ...filter })).items.map((turn) => turn.id);
      expect(await ids({ contact: 'bob' })).toEqual([more.turnId, bob.turnId]);
      expect(await ids({ contact: 'bob', state: 'cancelled' })).toEqual([more.turnId]);
      expect(await ids({ conversation: bob.conversationId })).toEqual([more.turnId, bob.turnId]);
      expect(await ids({ agent: 'helper' })).toEqual([bob.turnId]);
      expect(await ids({ agent: 'alpha/helper' })).toEqual([bob.turnId]);
      expect(await ids({ agent: 'beta/helper' })).toEqual([]);
      expect(await ids({ from, to })).toEqual([bob.turnId]);
      expect(await ids({ to: from })).toEqual([turnId]);
      expect(await ids({ contact: 'nobody' })).toEqual([]);
    });
  });

  it("does not find another org's turn", async () => {
    const other = await turnpike.newOrg();
    expect(await other.turn(turnId)).toBeUndefined();
    expect(await other.cancel(turnId)).toBe(false);
    expect((await org.row(turnId)).state).toBe('queued');
  });

  describe('cancelling', () => {
    it('ends a queued turn at once and lets the next one run', async () => {
      const next = await org.send();
      turnpike.jobs.enqueued.length = 0;
      expect(await org.cancel(turnId)).toBe(true);
      expect((await org.row(turnId)).state).toBe('cancelled');
      expect(await org.eventTypes(turnId)).toEqual(['turn.queued', 'turn.cancelled']);
      expect(turnpike.jobs.turnIds).toEqual([next.turnId]);
      expect(await org.cancel(turnId)).toBe(true);
      expect(await org.eventTypes(turnId)).toHaveLength(2);
    });

    it('is consistent with a concurrent claim', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { turnId: id } = await org.send({ newConversation: true });
        const [claim] = await Promise.all([turnpike.claims.claim(org.id, id), org.cancel(id)]);
        expect((await org.row(id)).state).toBe(claim.kind === 'claimed' ? 'running' : 'cancelled');
      }
    });

    it('leaves no turn stranded during a concurrent acceptance', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { conversationId, turnId: first } = await org.send({ newConversation: true });
        turnpike.jobs.enqueued.length = 0;
        const [second] = await Promise.all([org.send({ conversationId }), org.cancel(first)]);
        expect(turnpike.jobs.turnIds).toEqual([second.turnId]);
      }
    });
  });
});
