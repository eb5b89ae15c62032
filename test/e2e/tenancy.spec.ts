import { eventually } from '../harness/eventually.ts';
import { addressOf } from '../../apps/api/testing/documented-routes.ts';
import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf, type Accepted } from './api.fixture.ts';
import { routesOf, type Route } from './routes.fixture.ts';

const TEXT = 'Find villas in Limassol for the Zenobia family';
const EXTERNAL_ID = 'mail-0001';

/** The conversation is checked first. */
const NO_FILE = '019a9f6e-0000-7000-8000-000000000000';

/** Bodies of the requests, in addition to ids of the other org. A route that is missing here fails the suite. */
const BODIES: Record<string, unknown> = {
  'POST /v1/messages': { contact: 'contact-015', channel: 'chat', text: 'Anything new?' },
  'POST /v1/turns/{turnId}/feedback': { rating: 'up' },
  'PUT /v1/conversations/{conversationId}/context/location': { consent: true, city: 'Paphos' },
  'PUT /v1/conversations/{conversationId}/context/screen': { consent: true, fileId: NO_FILE },
  'PUT /v1/conversations/{conversationId}/context/webcam': { consent: true, fileId: NO_FILE },
  'POST /v1/approvals/{approvalId}': { decision: 'approve' },
};

describe.each(productionBackend)('two orgs, one installation (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;
    let strangersKey: string;
    let strangersOrg: string;
    let routes: Route[];
    let done: Accepted & { reply: string };
    let waiting: Accepted;
    let cursor: string;
    let approvalId: string;
    let fileId: string;

    beforeAll(async () => {
      api = await ApiTest.start({ backend });
      strangersOrg = await api.createOrg('strangers');
      strangersKey = await api.createKey(strangersOrg);
      routes = await routesOf(api.turnpike);
      const body = { contact: 'contact-015', text: TEXT, externalId: EXTERNAL_ID };
      const turn = await api.send(body);
      done = { ...turn, turnId: turn.id, reply: turn.reply?.text ?? '' };
      // Without a worker the second turn stays in the queue, where it can be cancelled.
      await Promise.all(api.turnpike.workers.map((worker) => worker.stop()));
      waiting = await api.accept({ contact: 'contact-016', text: TEXT });
      const page = (await (await api.turnpike.request('/v1/turns?limit=1')).json()) as { nextCursor: string };
      cursor = page.nextCursor;
      const form = new FormData();
      form.set('file', new File([TEXT], 'note.txt', { type: 'text/plain' }));
      const file = await api.turnpike.request('/v1/files', { method: 'POST', body: form });
      fileId = ((await file.json()) as { fileId: string }).fileId;
      approvalId = await api.askForApproval(waiting);
    });

    afterAll(() => api?.stop());

    const asStranger = (address: string, method = 'GET', body?: unknown) =>
      api.turnpike.request(address, {
        method,
        key: strangersKey,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    /** Texts that only the demo org may see. The requested id may appear in the problem's sentence. */
    const expectNothingOfTheDemoOrg = (answer: string, asked = '') => {
      for (const secret of [
        TEXT,
        'Zenobia',
        done.reply,
        done.conversationId,
        done.traceId,
        waiting.conversationId,
      ])
        if (secret !== asked) expect(answer).not.toContain(secret);
    };

    it('lists every route of the API', () => {
      expect(routes.length).toBeGreaterThanOrEqual(5);
      const unknown = routes.filter(({ hasBody, name }) => hasBody && !(name in BODIES));
      expect(unknown.map(({ name }) => name)).toEqual([]);
    });

    it('answers 404 on every route that takes an id, for ids of the other org', async () => {
      const withIds = routes.filter(({ pathParameters }) => pathParameters.length > 0);
      expect(withIds.length).toBeGreaterThanOrEqual(3);
      for (const route of withIds) {
        for (const { turnId, conversationId } of [done, waiting]) {
          const ids = {
            turnId,
            conversationId,
            approvalId,
            fileId,
            contactId: 'contact-015',
            kind: 'location',
            artifactKind: 'conversation_summary',
          };
          const address = addressOf(route, ids);
          const response = await asStranger(address, route.method, BODIES[route.name]);
          expect({ route: route.name, status: response.status }).toEqual({ route: route.name, status: 404 });
          expect(response.headers.get('content-type')).toContain('application/problem+json');
          expectNothingOfTheDemoOrg(await response.text(), conversationId);
        }
      }
    });

    it('lists nothing of the other org, even with its cursor', async () => {
      const lists = routes.filter(
        ({ method, pathParameters }) => method === 'GET' && pathParameters.length === 0,
      );
      expect(lists.length).toBeGreaterThanOrEqual(1);
      for (const route of lists) {
        for (const query of ['', '?limit=200', `?cursor=${encodeURIComponent(cursor)}`]) {
          const response = await asStranger(`${route.path}${query}`);
          expect(response.status).toBe(200);
          expect(await response.json()).toEqual({ items: [], nextCursor: null });
        }
      }
    });

    it('changes nothing of the other org', async () => {
      const state = async (id: string) =>
        ((await (await api.turnpike.request(`/v1/turns/${id}`)).json()) as { state: string }).state;
      expect(await state(waiting.turnId)).toBe('queued');
      expect(await state(done.turnId)).toBe('completed');
    });

    it.each([
      ['a conversation', () => ({ conversationId: done.conversationId, text: 'x' }), 404, '/conversationId'],
      [
        'a member',
        () => ({ contact: 'c', channel: 'chat', text: 'x', author: { kind: 'staff', user: 'agent-01' } }),
        422,
        '/author/user',
      ],
    ] as const)('takes no message with %s of the other org', async (_, body, status, pointer) => {
      const response = await asStranger('/v1/messages', 'POST', body());
      const answer = await response.text();
      expect(answer).toContain(pointer);
      expect(response.status).toBe(status);
      expectNothingOfTheDemoOrg(answer, done.conversationId);
    });

    it('keeps equal names of both orgs apart: contacts, external ids, idempotency keys', async () => {
      const body = {
        contact: 'contact-015',
        channel: 'chat',
        text: 'Anything new?',
        externalId: EXTERNAL_ID,
      };
      const headers = { 'idempotency-key': 'the-same' };
      const ours = await api.accept({ ...body, externalId: 'other' }, { headers });
      const theirs = await api.accept(body, { key: strangersKey, headers });
      expect(new Set([ours.turnId, theirs.turnId, done.turnId]).size).toBe(3);
      expect(
        new Set([ours.conversationId, theirs.conversationId, done.conversationId]).size,
      ).toBeGreaterThanOrEqual(2);
      const rows = await eventually(async () => {
        const found = await api.rows<{ orgId: string }>(
          `SELECT org_id AS "orgId" FROM conversations WHERE id = $1`,
          [theirs.conversationId],
        );
        expect(found).toHaveLength(1);
        return found;
      });
      expect(rows[0]?.orgId).toBe(strangersOrg);
      // The contact of the same name is another person, without the profile of the demo org's contact.
      const profiles = await api.rows<{ orgId: string; lastName: string }>(
        `SELECT org_id AS "orgId", last_name AS "lastName" FROM estio_contacts WHERE id = 'contact-015'`,
      );
      expect(profiles).toHaveLength(2);
      expect(profiles.find(({ orgId }) => orgId === strangersOrg)?.lastName).toBe('');
    });
  });
});
