import { apiKeyScopes, type ApiKeyScope } from '#contracts';
import {
  addressOf,
  documentedRoutes,
  type DocumentedRoute,
} from '../../apps/api/testing/documented-routes.ts';
import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';

/** The scope that each route requires. A route that is missing here fails the suite. */
const SCOPES: Record<string, ApiKeyScope> = {
  'POST /v1/messages': 'messages',
  'GET /v1/turns': 'turns',
  'GET /v1/turns/{turnId}': 'turns',
  'GET /v1/turns/{turnId}/events': 'turns',
  'POST /v1/turns/{turnId}/cancel': 'turns',
  'POST /v1/turns/{turnId}/feedback': 'turns',
  'GET /v1/contacts/{contactId}/export': 'contacts',
  'DELETE /v1/contacts/{contactId}': 'contacts',
  'PUT /v1/conversations/{conversationId}/context/location': 'messages',
  'PUT /v1/conversations/{conversationId}/context/screen': 'messages',
  'PUT /v1/conversations/{conversationId}/context/webcam': 'messages',
  'DELETE /v1/conversations/{conversationId}/context/{kind}': 'messages',
  'POST /v1/files': 'messages',
  'GET /v1/files/{fileId}': 'turns',
  'GET /v1/files/{fileId}/content': 'turns',
  'GET /v1/approvals': 'messages:staff',
  'POST /v1/approvals/{approvalId}': 'messages:staff',
  'GET /v1/conversations': 'turns',
  'GET /v1/conversations/{conversationId}': 'turns',
  'GET /v1/conversations/{conversationId}/messages': 'turns',
  'GET /v1/conversations/{conversationId}/events': 'turns',
  'POST /v1/conversations/{conversationId}/summary': 'turns',
  'GET /v1/conversations/{conversationId}/artifacts': 'turns',
  'GET /v1/conversations/{conversationId}/artifacts/{artifactKind}': 'turns',
  'GET /v1/conversations/{conversationId}/artifacts/{artifactKind}/versions': 'turns',
};

/** An id that does not exist: a caller with the scope gets 404. */
const NO_ROW = '00000000-0000-7000-8000-000000000000';

describe.each(productionBackend)('keys and scopes of the api (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;
    let orgId: string;
    let routes: DocumentedRoute[];

    beforeAll(async () => {
      api = await ApiTest.start({ backend, workers: 0 });
      orgId = await api.orgId('demo');
      const document = await fetch(`${api.turnpike.url()}/openapi.json`);
      routes = documentedRoutes((await document.json()) as Parameters<typeof documentedRoutes>[0]);
    });

    afterAll(() => api?.stop());

    /** Requests every route with an empty body, because the key is checked before the body. */
    async function statuses(key: string): Promise<Record<string, number>> {
      const answers = await Promise.all(
        routes.map(async (route) => {
          const ids = { turnId: NO_ROW, conversationId: NO_ROW, fileId: NO_ROW, approvalId: NO_ROW };
          const address = addressOf(route, {
            ...ids,
            contactId: 'nobody',
            kind: 'location',
            artifactKind: 'brief',
          });
          const response = await fetch(`${api.turnpike.url()}${address}`, {
            method: route.method,
            headers: {
              authorization: `Bearer ${key}`,
              ...(route.body ? { 'content-type': 'application/json' } : {}),
            },
            ...(route.body ? { body: '{}' } : {}),
          });
          if (response.status >= 400)
            expect(response.headers.get('content-type')).toContain('application/problem+json');
          await response.text();
          return [route.name, response.status] as const;
        }),
      );
      return Object.fromEntries(answers);
    }

    it('documents every route with its scope', () => {
      expect(Object.fromEntries(routes.map(({ name, scope }) => [name, scope]))).toEqual(SCOPES);
    });

    it.each(apiKeyScopes)('opens with %s the routes of this scope, and no others', async (scope) => {
      const answers = await statuses(await api.createKey(orgId, [scope]));
      const open = Object.entries(answers).filter(([, status]) => status !== 403);
      expect(open.map(([name]) => name).sort()).toEqual(
        Object.keys(SCOPES)
          .filter((name) => SCOPES[name] === scope)
          .sort(),
      );
      for (const [, status] of open) expect([200, 404, 415, 422]).toContain(status);
    });

    it('lets only messages:staff send messages as staff', async () => {
      const body = JSON.stringify({
        contact: 'contact-015',
        channel: 'chat',
        text: 'Hello',
        author: { kind: 'staff', user: 'agent-01' },
      });
      const turns = () => api.rows('SELECT 1 FROM turns');
      const before = (await turns()).length;
      const ask = (key: string) => api.turnpike.request('/v1/messages', { method: 'POST', key, body });
      const refused = await ask(await api.createKey(orgId, ['messages']));
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain('messages:staff');
      expect((await ask(await api.createKey(orgId, ['messages', 'messages:staff']))).status).toBe(202);
      expect(await turns()).toHaveLength(before + 1);
    });
  });
});
