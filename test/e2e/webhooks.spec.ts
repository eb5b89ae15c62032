import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { consoleWebhookSecret } from '#contracts';
import { LocalServer } from '../harness/local-server.ts';
import { ConsoleClient } from '../../scripts/console/console-client.ts';
import { eventually } from '../harness/eventually.ts';
import { productionBackend, Installation } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { needsOf } from './api.fixture.ts';

describe.each(productionBackend)('webhooks (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let installation: Installation;
    let receiver: LocalServer;
    let failures = 0;

    beforeAll(async () => {
      receiver = await LocalServer.start((_request, response) => {
        failures -= 1;
        response.writeHead(failures >= 0 ? 503 : 204).end();
      });
      installation = await Installation.start({
        backend,
        apps: ['api', 'admin'],
        env: { HTTP_ALLOW_HOSTS: receiver.address },
      });
    });

    afterAll(async () => {
      await installation?.stop();
      await receiver?.stop();
    });

    const send = (callbackUrl: string) =>
      installation.request('/v1/messages?wait=20', {
        method: 'POST',
        body: JSON.stringify({ contact: randomUUID(), channel: 'chat', text: 'Hello', callbackUrl }),
      });

    async function secret(): Promise<string> {
      const console = await ConsoleClient.open(installation.url('admin'), installation.admin);
      const shown = await console.get('webhooks/secret?org=demo', consoleWebhookSecret);
      await console.close();
      return shown.secret;
    }

    it('deliver the turn as the API returns it, signed, even after an outage of the receiver', async () => {
      failures = 1;
      const answer = await send(`${receiver.url}/hook`);
      expect(answer.status).toBe(200);
      const turn = (await answer.json()) as { id: string };
      await eventually(async () => expect(receiver.received).toHaveLength(2));
      const [first, second] = receiver.received;
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      const verified = new Webhook(await secret()).verify(
        second?.body ?? '',
        second?.headers as Record<string, string>,
      );
      expect(verified).toMatchObject({ type: 'turn.completed', data: turn });
    });

    it.each(['http://127.0.0.1:1/', 'http://2130706433/'])('are not sent to %s', async (url) => {
      const answer = await send(url);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/callbackUrl' }] });
    });
  });
});
