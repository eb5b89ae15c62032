import { eventually } from '../harness/eventually.ts';
import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf, type Accepted } from './api.fixture.ts';

const TEXT = 'Find villas in Limassol for the Zenobia family';
const EXTERNAL_ID = 'mail-0001';

describe.each(productionBackend)('the api of one installation (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;

    beforeAll(async () => {
      api = await ApiTest.start({ backend });
    });
    afterAll(() => api?.stop());

    it('lets only messages:staff send messages as staff', async () => {
      const orgId = await api.orgId('demo');
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

    /** Access to another org's rows through messages. `leaks.spec` requests every route with values of another org. */
    describe('two orgs', () => {
      let strangersKey: string;
      let strangersOrg: string;
      let done: Accepted & { reply: string };

      beforeAll(async () => {
        strangersOrg = await api.createOrg('strangers');
        strangersKey = await api.createKey(strangersOrg);
        const turn = await api.send({ contact: 'contact-015', text: TEXT, externalId: EXTERNAL_ID });
        done = { ...turn, turnId: turn.id, reply: turn.reply?.text ?? '' };
      });

      it.each([
        [
          'a conversation',
          () => ({ conversationId: done.conversationId, text: 'x' }),
          404,
          '/conversationId',
        ],
        [
          'a member',
          () => ({ contact: 'c', channel: 'chat', text: 'x', author: { kind: 'staff', user: 'agent-01' } }),
          422,
          '/author/user',
        ],
      ] as const)('takes no message with %s of the other org', async (_, body, status, pointer) => {
        const response = await api.turnpike.request('/v1/messages', {
          method: 'POST',
          key: strangersKey,
          body: JSON.stringify(body()),
        });
        const answer = await response.text();
        expect(answer).toContain(pointer);
        expect(response.status).toBe(status);
        for (const secret of [TEXT, 'Zenobia', done.reply, done.traceId])
          expect(answer).not.toContain(secret);
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

    describe('metrics of the processes, after the messages above', () => {
      const metricsOf = async (url = '') => (await fetch(`${url}/metrics`)).text();

      it('report the jobs in the queues, and the age of the oldest waiting job', async () => {
        const metrics = await metricsOf(api.turnpike.workers[0]?.url);
        for (const queue of ['turns-chat', 'turns-voice', 'maintenance']) {
          for (const state of ['waiting', 'active', 'delayed', 'failed'])
            expect(metrics).toMatch(
              new RegExp(`^turnpike_queue_depth\\{queue="${queue}",state="${state}"\\} \\d+$`, 'm'),
            );
          expect(metrics).toMatch(
            new RegExp(`^turnpike_queue_oldest_age_seconds\\{queue="${queue}"\\} [\\d.]+$`, 'm'),
          );
        }
      });

      it('return problem details for requests that a worker does not accept', async () => {
        const response = await fetch(`${api.turnpike.workers[0]?.url}/metrics`, { method: 'PUT', body: '{' });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
        expect(await response.json()).toMatchObject({ status: 405, traceId: expect.any(String) });
      });

      it('report request durations by route', async () => {
        expect(await metricsOf(api.turnpike.url())).toContain(
          'turnpike_http_request_duration_seconds_count{method="POST",route="/v1/messages",status="200"} 1\n',
        );
      });
    });
  });
});
