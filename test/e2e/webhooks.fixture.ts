import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { consoleWebhookSecret } from '#contracts';
import type { ConsoleClient } from '../../scripts/console/console-client.ts';
import { eventually } from '../harness/eventually.ts';
import { LocalServer } from '../harness/local-server.ts';
import type { ApiTest } from './api.fixture.ts';

/** A receiver of webhooks that answers its first request with 503. */
export function startReceiver(): Promise<LocalServer> {
  let received = 0;
  return LocalServer.start((_request, response) => {
    received += 1;
    response.writeHead(received === 1 ? 503 : 204).end();
  });
}

/** Webhooks of an installation that may send to the receiver. */
export function webhooksOfTurns(
  given: () => { api: ApiTest; console: ConsoleClient; receiver: LocalServer },
): void {
  describe('webhooks of turns', () => {
    const send = (callbackUrl: string) =>
      given().api.turnpike.request('/v1/messages?wait=20', {
        method: 'POST',
        body: JSON.stringify({
          contact: randomUUID(),
          channel: 'chat',
          agent: 'qualifier',
          text: 'Hello',
          callbackUrl,
        }),
      });

    it('deliver the turn as the API returns it, signed, even after an outage of the receiver', async () => {
      const { console, receiver } = given();
      const answer = await send(`${receiver.url}/hook`);
      expect(answer.status).toBe(200);
      const turn = (await answer.json()) as { id: string };
      await eventually(async () => expect(receiver.received).toHaveLength(2));
      const [first, second] = receiver.received;
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      const { secret } = await console.get('webhooks/secret?org=demo', consoleWebhookSecret);
      const verified = new Webhook(secret).verify(
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
}
