import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { CheckedServer } from './checked-server.ts';

describe('a request with invalid params', () => {
  /** Returns the server's answer to a request. */
  async function answerTo(method: string, params: Record<string, unknown>): Promise<JSONRPCMessage> {
    const server = new CheckedServer(
      { name: 'test', version: '1.0.0' },
      { capabilities: { prompts: {}, resources: {}, tools: {}, logging: {} } },
    );
    server.setRequestHandler('prompts/get', async () => ({ messages: [] }));
    server.setRequestHandler('tools/call', async () => ({ content: [] }));
    server.setRequestHandler('resources/read', () => Promise.reject(new Error('[broken]')));
    const answered = new Promise<JSONRPCMessage>((resolve) => {
      const transport: Transport = {
        start: async () => undefined,
        close: async () => undefined,
        send: async (message) => resolve(message),
      };
      void server
        .connect(transport)
        .then(() => transport.onmessage?.({ jsonrpc: '2.0', id: 1, method, params }));
    });
    try {
      return await answered;
    } finally {
      await server.close();
    }
  }

  it.each([
    ['prompts/get', {}, '/params/name'],
    ['prompts/get', { name: 'greet', arguments: { who: 5 } }, '/params/arguments/who'],
    ['tools/call', {}, '/params/name'],
    ['tools/call', { name: 'greet', arguments: [] }, '/params/arguments'],
    ['logging/setLevel', { level: 'loud' }, '/params/level'],
    ['initialize', {}, '/params/protocolVersion'],
  ])('is answered with InvalidParams: %s %j', async (method, params, place) => {
    expect(await answerTo(method, params)).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining(`${method} does not fit. ${place}: `) },
    });
  });

  it('differs from a valid request and from a failed request', async () => {
    expect(await answerTo('prompts/get', { name: 'greet' })).toMatchObject({ result: { messages: [] } });
    const failed = await answerTo('resources/read', { uri: 'contact://a' });
    expect(failed).toMatchObject({ error: { code: -32_603, message: '[broken]' } });
  });
});
