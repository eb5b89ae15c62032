import { createHash } from 'node:crypto';
import { eventually } from '../harness/eventually.ts';
import { EventReader } from './event-stream.fixture.ts';
import { messagesIn, RawClient, type Message, type ServedMcp } from './mcp.fixture.ts';

/** A stream polls for changes every 5 s; the machine may be busy. */
const LOOKED_MS = 30_000;
const CHANGED = 'notifications/resources/updated';

type Listening = EventReader<Message>;

/** Sessions of MCP clients, with a key that no other suite uses. */
export function sessionsOfClients(served: ServedMcp): void {
  describe('sessions of MCP clients', () => {
    const open: Listening[] = [];
    let { api, one, other } = served;
    let key: string;
    let raw: RawClient;

    beforeAll(async () => {
      ({ api, one, other } = served);
      key = await api.createKey(await api.orgId('demo'));
      raw = new RawClient(key);
    });
    afterEach(() => {
      for (const each of open.splice(0)) each.disconnect();
    });

    async function listen(url: string, session: string): Promise<Listening> {
      const headers = { ...raw.headers(session), accept: 'text/event-stream' };
      const listening: Listening = new EventReader((signal) => fetch(url, { headers, signal }));
      open.push(listening);
      await listening.opened;
      return listening;
    }

    /** Subscribes to a contact. The returned function renames the contact. */
    async function subscribed(session: string): Promise<(name: string) => Promise<unknown>> {
      const uri = 'contact://contact-015';
      const { error } = await raw.request(one, 'resources/subscribe', { uri }, session);
      expect(error).toBeUndefined();
      return (name) => api.rows(`UPDATE estio_contacts SET first_name = $1 WHERE id = 'contact-015'`, [name]);
    }

    it('receive each message on one of their streams, whichever API process has it', async () => {
      const session = await raw.initialize(one);
      const rename = await subscribed(session);
      const streams = [await listen(one, session), await listen(one, session), await listen(other, session)];
      const heard = () => streams.flatMap(({ types }) => types);
      await rename('Renamed once');
      await eventually(async () => expect(heard()).toContain(CHANGED), LOOKED_MS);
      // The stream that received the message closes, and another one takes over.
      const others = streams.filter(({ events }) => events.length === 0);
      expect(others).toHaveLength(2);
      streams.find(({ events }) => events.length > 0)?.disconnect();
      await eventually(async () => expect(await marksOf(session)).toHaveLength(2));
      await rename('Renamed twice');
      await eventually(async () => expect(heard()).toEqual([CHANGED, CHANGED]), LOOKED_MS);
      // By now every stream has polled again, because a stream that knows about the end of the session has.
      await raw.end(other, session);
      await Promise.all(others.map(({ ended }) => ended));
      expect(heard()).toEqual([CHANGED, CHANGED]);
    });

    it('receive the results of a search on the stream of its call only', async () => {
      const session = await raw.initialize(one);
      const listening = await listen(one, session);
      const params = { name: 'tool_search', arguments: { query: 'ask for a feature that is missing' } };
      const { messages } = await raw.send(one, { id: 1, method: 'tools/call', params }, session);
      expect(messages.map(({ method }) => method)).toContain('notifications/tools/list_changed');
      const rename = await subscribed(session);
      let count = 0;
      // The stream reports it after two polls, the second one after the call.
      await eventually(async () => {
        await rename(`Renamed ${(count += 1)}`);
        expect(listening.types).toContain(CHANGED);
      }, LOOKED_MS);
      expect(listening.types).not.toContain('notifications/tools/list_changed');
    });

    it('end a call that waits for its client', async () => {
      const session = await raw.initialize(one, { elicitation: {}, sampling: {} });
      const asked: [string, Response][] = [];
      for (const [name, given, question] of [
        ['test_sampling', { prompt: 'Hi' }, 'sampling/createMessage'],
        ['test_elicitation', { message: 'Who?' }, 'elicitation/create'],
      ] as const) {
        const params = { name, arguments: given };
        const response = await raw.post(one, { id: name, method: 'tools/call', params }, session);
        expect(response.headers.get('content-type')).toContain('text/event-stream');
        asked.push([question, response]);
      }
      await raw.end(other, session);
      for (const [question, response] of asked) {
        const messages = messagesIn(await response.text(), 'text/event-stream');
        expect(messages).toMatchObject([{ method: question }, { error: { code: -32_001 } }]);
      }
      await eventually(async () =>
        expect(
          await api.rows(
            `SELECT DISTINCT result->>'error' AS error FROM tool_calls
              WHERE tool IN ('test_sampling', 'test_elicitation') AND caller_key_id = (SELECT id FROM api_keys WHERE hash = $1)`,
            [createHash('sha256').update(key).digest()],
          ),
        ).toEqual([{ error: 'The call was cancelled by the caller.' }]),
      );
    });

    it('keep only a log level that the server has accepted', async () => {
      const session = await raw.initialize(one);
      const setLevel = (level: string) => raw.request(one, 'logging/setLevel', { level }, session);
      const kept = () => api.rows('SELECT log_level AS level FROM mcp_sessions WHERE id = $1', [session]);
      expect(await setLevel('loud')).toMatchObject({ error: { code: -32_602 } });
      expect(await kept()).toEqual([{ level: null }]);
      expect(await setLevel('error')).toMatchObject({ result: {} });
      expect(await kept()).toEqual([{ level: 'error' }]);
    });

    it('keep a limited number of subscriptions', async () => {
      const session = await raw.initialize(one);
      await subscribed(session);
      const fill = `UPDATE mcp_sessions SET subscriptions = subscriptions || array_fill('x'::text, '{199}') WHERE id = $1`;
      await api.rows(fill, [session]);
      await subscribed(session);
      const uri = 'contact://contact-020';
      const { error } = await raw.request(one, 'resources/subscribe', { uri }, session);
      expect(error).toMatchObject({ code: -32_600, message: expect.stringContaining('at most 200') });
    });

    const marksOf = (session: string) =>
      api.rows(`SELECT id FROM mcp_inbox WHERE session_id = $1 AND target = 'stream'`, [session]);
  });
}
