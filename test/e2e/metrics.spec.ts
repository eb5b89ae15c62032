import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';

describe.each(productionBackend)('metrics of the processes (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;

    beforeAll(async () => {
      api = await ApiTest.start({ backend });
      await api.send({ contact: 'contact-015', text: 'Villas in Limassol' });
    });

    afterAll(() => api?.stop());

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
