import { request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { describeWith } from '../../test/harness/services.ts';
import { useApi } from './testing/api-of-test.fixture.ts';

interface Answer {
  status: number;
  allow: string | undefined;
  type: string | undefined;
  nosniff: string | undefined;
  body: string;
}

describeWith('postgres', 'a method that a path does not take', () => {
  const api = useApi({ listens: true });
  let url: string;

  beforeAll(async () => {
    url = await api.app.getUrl();
  });

  /** With methods that `fetch` does not send. */
  function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    return new Promise<Answer>((resolve, reject) => {
      const sent = ask(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${api.key}`, ...headers },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const { statusCode = 0, headers: told } = response;
        const { allow, 'content-type': type, 'x-content-type-options': nosniff } = told;
        text(response).then(
          (read) => resolve({ status: statusCode, allow, type, nosniff: String(nosniff), body: read }),
          reject,
        );
      });
      sent.end(body);
    });
  }

  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  const upload = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n';
  it.each<[string, string, Record<string, string>, string, number, string | undefined]>([
    ['PUT', '/v1/files', form, upload, 405, 'POST'],
    ['POST', '/v1/nothing', form, upload, 404, undefined],
    ['POST', '/v1/turns', json, '{', 405, 'GET, HEAD'],
    ['POST', '/v1/turns', json, 'x'.repeat(300_000), 405, 'GET, HEAD'],
    ['POST', '/v1/turns', { ...json, 'content-encoding': 'gzip' }, 'x', 405, 'GET, HEAD'],
    ['POST', '/v1/nothing', { 'content-type': 'text/csv' }, 'a,b', 404, undefined],
  ])('%s %s is refused whatever its body is', async (method, path, headers, body, status, allow) => {
    const answer = await send(method, path, headers, body);
    expect(answer).toMatchObject({ status, allow, nosniff: 'nosniff' });
    expect(answer.type).toContain('application/problem+json');
  });

  it('is answered with 405 on /mcp and leaves the session open', async () => {
    const accept = 'application/json, text/event-stream';
    const clientInfo = { name: 'x', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const opened = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, accept, ...json },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    const session = { accept, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    for (const method of ['TRACE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND']) {
      const { status, allow } = await send(method, '/mcp', session);
      expect([method, status, allow]).toEqual([method, 405, 'DELETE, GET, POST']);
    }
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });
    expect((await send('POST', '/mcp', { ...session, ...json }, ping)).status).toBe(200);
    expect((await send('DELETE', '/mcp', session)).status).toBe(204);
  });

  it('excludes HEAD of a stream, which returns only headers', async () => {
    const message = JSON.stringify({ contact: 'ann', channel: 'chat', text: 'Hello' });
    const { body } = await send('POST', '/v1/messages', json, message);
    const { turnId, conversationId } = JSON.parse(body) as Record<string, string>;
    for (const path of [`/v1/turns/${turnId}/events`, `/v1/conversations/${conversationId}/events`]) {
      const answer = await send('HEAD', path);
      expect(answer).toMatchObject({ status: 200, body: '' });
      expect(answer.type).toContain('text/event-stream');
    }
  });
});
