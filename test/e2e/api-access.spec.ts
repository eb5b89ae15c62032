import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';

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

    it('keeps equal names of two orgs apart: contacts, external ids, idempotency keys', async () => {
      const strangersOrg = await api.createOrg('strangers');
      const strangersKey = await api.createKey(strangersOrg);
      const body = { contact: 'contact-015', text: 'Anything new?', externalId: 'mail-0001' };
      const done = await api.send(body);
      const headers = { 'idempotency-key': 'the-same' };
      const ours = await api.accept({ ...body, externalId: 'other' }, { headers });
      const theirs = await api.accept(body, { key: strangersKey, headers });
      expect(new Set([ours.turnId, theirs.turnId, done.id]).size).toBe(3);
      const conversations = await api.rows<{ orgId: string }>(
        `SELECT org_id AS "orgId" FROM conversations WHERE id = $1`,
        [theirs.conversationId],
      );
      expect(conversations).toEqual([{ orgId: strangersOrg }]);
      // The contact of the same name is another person, without the profile of the demo org's contact.
      const profiles = await api.rows<{ orgId: string; lastName: string }>(
        `SELECT org_id AS "orgId", last_name AS "lastName" FROM estio_contacts WHERE id = 'contact-015'`,
      );
      expect(profiles).toHaveLength(2);
      expect(profiles.find(({ orgId }) => orgId === strangersOrg)?.lastName).toBe('');
    });

    describe('metrics of the processes', () => {
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
        const series =
          'turnpike_http_request_duration_seconds_count{method="POST",route="/v1/messages",status="200"} ';
        const sent = async () => parseInt((await metricsOf(api.turnpike.url())).split(series)[1] ?? '0');
        const before = await sent();
        await api.send({ contact: 'contact-015', text: 'Hello' });
        expect(await sent()).toBe(before + 1);
      });
    });
  });
});
