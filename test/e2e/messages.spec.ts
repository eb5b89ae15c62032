import { backends, type Installation } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { eventually } from '../harness/eventually.ts';
import { ApiTest, needsOf, type TurnSeen } from './api.fixture.ts';

/** The crowd is largest where many processes share the queue. */
const CROWD_MESSAGES = { embedded: 60, postgres: 60, redis: 200 };
const CROWD_CONVERSATIONS = 20;
const NO_ROW = '00000000-0000-7000-8000-000000000000';

interface Turn extends TurnSeen {
  totals: { promptTokens: number; toolCalls: number };
}

interface CrowdTurn {
  conversation: string;
  state: string;
  startedAt: Date;
  finishedAt: Date;
}

describe.each(backends)('messages become replies (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;
    let turnpike: Installation;

    beforeAll(async () => {
      api = await ApiTest.start({ backend, anchor: '2026-11-16' });
      ({ turnpike } = api);
    });

    afterAll(() => api?.stop());

    it('answers in English with properties that are in the database', async () => {
      const { id } = await api.send({
        contact: 'contact-015',
        text: 'Find 2 bedroom apartments in Paphos under 200k near the sea',
      });
      const turn = await api.turn<Turn>(id);
      expect(turn).toMatchObject({ state: 'completed', agent: 'estio/searcher' });
      expect(turn.totals.toolCalls).toBeGreaterThanOrEqual(1);
      expect(turn.totals.promptTokens).toBeGreaterThan(0);
      const named = [...(turn.reply?.text ?? '').matchAll(/prop-(\d{4})/g)].map((match) => Number(match[1]));
      expect(named.length).toBeGreaterThan(0);
      // Paphos has the listings 1 to 120.
      for (const number of named) expect(number).toBeLessThanOrEqual(120);
    });

    it('answers at once with 202 without ?wait, and the turn can be read', async () => {
      const response = await turnpike.request('/v1/messages', {
        method: 'POST',
        body: JSON.stringify({ contact: 'reader', channel: 'chat', text: 'Villas in Limassol' }),
      });
      expect(response.status).toBe(202);
      const accepted = (await response.json()) as {
        turnId: string;
        traceId: string;
        links: { self: string };
      };
      expect(accepted.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(accepted.links.self).toBe(`/v1/turns/${accepted.turnId}`);
      expect((await api.untilState(accepted.turnId, 'completed')).reply?.text).toBeTruthy();
    });

    it('returns the same turn for the same externalId, even when both messages arrive at the same moment', async () => {
      const body = { contact: 'twice', text: 'Houses in Nicosia', externalId: `ext-${backend}` };
      const turns = await Promise.all([api.send(body), api.send(body), api.send(body)]);
      expect(new Set(turns.map((turn) => turn.id)).size).toBe(1);
    });

    it('returns the same turn for the same Idempotency-Key, and 422 with another body', async () => {
      const post = (text: string) =>
        turnpike.request('/v1/messages', {
          method: 'POST',
          headers: { 'idempotency-key': 'key-1' },
          body: JSON.stringify({ contact: 'idempotent', channel: 'chat', text }),
        });
      const [first, second] = await Promise.all([post('Flats in Larnaca'), post('Flats in Larnaca')]);
      const bodies = (await Promise.all([first.json(), second.json()])) as { turnId: string }[];
      expect(bodies[0]?.turnId).toBe(bodies[1]?.turnId);
      expect((await post('Something else')).status).toBe(422);
    });

    it('keeps the order within each of 20 conversations when their messages arrive at once', async () => {
      const messages = CROWD_MESSAGES[backend];
      const sent = Array.from({ length: messages }, (_, index) => ({
        contact: `crowd-${index % CROWD_CONVERSATIONS}`,
        text: `Message ${index}: apartments in Paphos`,
      }));
      const statuses = await Promise.all(
        sent.map(async (message) => {
          const response = await turnpike.request('/v1/messages', {
            method: 'POST',
            body: JSON.stringify({ channel: 'chat', ...message }),
          });
          await response.text();
          return response.status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([202]));
      const crowd = await eventually(async () => {
        const turns = await api.rows<CrowdTurn>(
          `SELECT conversation_id AS conversation, state, started_at AS "startedAt", finished_at AS "finishedAt"
             FROM turns WHERE contact_id LIKE 'crowd-%' ORDER BY seq`,
        );
        expect(turns).toHaveLength(messages);
        expect(turns.filter(({ state }) => state !== 'completed')).toEqual([]);
        return turns;
      });
      const conversations = Map.groupBy(crowd, ({ conversation }) => conversation);
      expect(conversations.size).toBe(CROWD_CONVERSATIONS);
      for (const turns of conversations.values()) {
        expect(turns).toHaveLength(messages / CROWD_CONVERSATIONS);
        for (const [index, turn] of turns.slice(1).entries())
          expect(turn.startedAt.getTime()).toBeGreaterThanOrEqual(turns[index]?.finishedAt.getTime() ?? 0);
      }
    });

    it('streams the events of a turn from its beginning and replays them', async () => {
      const turn = await api.send({ contact: 'listener', text: 'Studios in Coral Bay' });
      const text = await (await turnpike.request(`/v1/turns/${turn.id}/events`)).text();
      const types = [...text.matchAll(/^event: (.+)$/gm)].map((match) => match[1]);
      expect(types[0]).toBe('turn.queued');
      expect(types.at(-1)).toBe('turn.completed');
      expect(types).toEqual(
        expect.arrayContaining(
          (
            'turn.started agent.selected broker.selected model.started tool.started ' +
            'tool.finished text.delta'
          ).split(' '),
        ),
      );
      const later = await (
        await turnpike.request(`/v1/turns/${turn.id}/events`, { headers: { 'last-event-id': '3' } })
      ).text();
      expect(later.match(/^id: (\d+)$/m)?.[1]).toBe('4');
    });

    /** The number of rows that an accepted message leaves. */
    const stored = () =>
      api.rows(
        `SELECT (SELECT count(*) FROM turns) AS turns, (SELECT count(*) FROM messages) AS messages,
                (SELECT count(*) FROM conversations) AS conversations, (SELECT count(*) FROM contacts) AS contacts,
                (SELECT count(*) FROM idempotency_keys) AS keys`,
      );

    // Rejections before that, such as a wrong key or broken JSON, are tested in apps/api/api.spec.ts.
    it.each([
      ['an empty text', { text: '  ' }, 422, '/text'],
      ['a text of 32,001 characters', { text: 'x'.repeat(32_001) }, 422, '/text'],
      ['an unknown field', { colour: 'red' }, 422, '/colour'],
      ['a callback that is no web address', { callbackUrl: 'file:///etc/passwd' }, 422, '/callbackUrl'],
      ['an attachment of another org', { attachments: [{ fileId: NO_ROW }] }, 404, '/attachments/0/fileId'],
      ['a body of 300 KiB', { metadata: { pad: 'x'.repeat(300 * 1024) } }, 413, undefined],
      ['an unknown agent', { agent: 'wizard' }, 422, '/agent'],
      [
        'an unknown conversation',
        { conversationId: NO_ROW, contact: undefined, channel: undefined },
        404,
        '/conversationId',
      ],
      ['no contact', { contact: undefined }, 422, '/contact'],
    ] as [string, object, number, string | undefined][])(
      'refuses %s',
      async (_name, change, status, pointer) => {
        const before = await stored();
        const response = await turnpike.request('/v1/messages', {
          method: 'POST',
          body: JSON.stringify({ contact: 'c', channel: 'chat', text: 'x', ...change }),
        });
        expect(response.status).toBe(status);
        expect(response.headers.get('content-type')).toContain('application/problem+json');
        const problem = (await response.json()) as { status: number; errors?: { pointer: string }[] };
        expect(problem.status).toBe(status);
        if (pointer) expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
        expect(await stored()).toEqual(before);
      },
    );
  });
});
