import type { ServerResponse } from 'node:http';
import { eventually } from '../harness/eventually.ts';
import { bothDatabases } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { EventReader } from './event-stream.fixture.ts';
import { begin as beginAnswer, finish, ScriptedProviders } from './providers.fixture.ts';

/** Long enough to be sent without buffering. */
const BEGINNING = 'Let me see what there is. '.repeat(20);
const END = 'That is all.';

describe.each(bothDatabases)('events while a turn runs (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let providers: ScriptedProviders;
    const held: ServerResponse[] = [];
    let api: ApiTest;

    beforeAll(async () => {
      providers = await ScriptedProviders.start();
      providers.behave = (asked, response) => {
        beginAnswer(asked, response, BEGINNING);
        held.push(response);
      };
      api = await ApiTest.start({ backend, env: { ...providers.only('openai'), MODEL_PROVIDER: 'openai' } });
    });

    afterAll(async () => {
      release();
      await api?.stop();
      await providers?.stop();
    });

    /** Lets the model finish the answer that it has begun. */
    const release = () => held.splice(0).forEach((response) => finish(response, END));

    /** The named agent answers, so that no model call chooses one; the model is held back. */
    const begin = async (contact: string) =>
      (await api.accept({ contact, agent: 'qualifier', text: 'Hello', stream: true })).turnId;

    const textOf = ({ events }: EventReader) =>
      events
        .filter(({ type }) => type === 'text.delta')
        .map(({ payload }) => payload.text)
        .join('');

    const stored = ({ events }: EventReader) => events.filter(({ type }) => !type.startsWith('text.'));

    it('arrive before the turn ends, at two readers alike, in the order of their numbers', async () => {
      const turnId = await begin('reader-1');
      const readers = [EventReader.open(api.turnpike, turnId), EventReader.open(api.turnpike, turnId)];
      await Promise.all(readers.map((reader) => reader.until('text.delta')));
      // The model has not finished: these events arrived live.
      expect((await api.turn(turnId)).state).toBe('running');
      for (const { types } of readers) {
        expect(types.slice(0, 2)).toEqual(['turn.queued', 'turn.started']);
        expect(types).not.toContain('turn.completed');
      }
      release();
      await Promise.all(readers.map((reader) => reader.ended));
      const [first, second] = readers;
      const [events, others] = [stored(first!), stored(second!)];
      expect(others).toEqual(events);
      expect(events.at(-1)?.type).toBe('turn.completed');
      expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
      for (const reader of readers) expect(textOf(reader)).toBe(BEGINNING + END);
      expect((await api.turn(turnId)).reply?.text).toBe((BEGINNING + END).trim());
    });

    it('continue for the others, and for the turn, when a reader disconnects; the reader resumes at its last event', async () => {
      const turnId = await begin('reader-2');
      const leaving = EventReader.open(api.turnpike, turnId);
      const staying = EventReader.open(api.turnpike, turnId);
      await Promise.all([leaving.until('text.delta'), staying.until('text.delta')]);
      leaving.disconnect();
      await expect(leaving.ended).rejects.toThrow(/abort/i);
      const seen = leaving.events.at(-1)?.id ?? '';
      const returning = EventReader.open(api.turnpike, turnId, { 'last-event-id': seen });
      release();
      await Promise.all([staying.ended, returning.ended]);
      expect(staying.types.at(-1)).toBe('turn.completed');
      expect([...stored(leaving), ...stored(returning)]).toEqual(stored(staying));
      // The text comes again from its beginning.
      expect(returning.types[0]).toBe('text.reset');
      expect([textOf(staying), textOf(returning)]).toEqual([BEGINNING + END, BEGINNING + END]);
      expect((await api.turn(turnId)).state).toBe('completed');
    });

    it('are complete for a reader that connects late, and end at once for one that has received the last', async () => {
      const turnId = await begin('reader-3');
      const live = EventReader.open(api.turnpike, turnId);
      await live.until('text.delta');
      release();
      await live.ended;
      const late = EventReader.open(api.turnpike, turnId);
      await late.ended;
      expect(stored(late)).toEqual(stored(live));
      expect(textOf(late)).toBe(BEGINNING + END);
      const again = EventReader.open(api.turnpike, turnId, { 'last-event-id': live.events.at(-1)?.id ?? '' });
      await again.ended;
      expect(again.events).toEqual([]);
    });

    it('report a cancellation while the model still streams; the model is disconnected', async () => {
      providers.asked.length = 0;
      const turnId = await begin('reader-4');
      const reader = EventReader.open(api.turnpike, turnId);
      await reader.until('text.delta');
      expect(providers.closed).toEqual([]);
      const response = await api.turnpike.request(`/v1/turns/${turnId}/cancel`, { method: 'POST' });
      expect(response.status).toBe(200);
      await eventually(async () => expect(providers.closed).toHaveLength(1));
      await reader.ended;
      expect(reader.types.at(-1)).toBe('turn.cancelled');
      expect((await api.turn(turnId)).state).toBe('cancelled');
      expect(providers.asked).toHaveLength(1);
    });
  });
});
