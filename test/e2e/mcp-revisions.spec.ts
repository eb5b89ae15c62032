import { describeWith } from '../harness/services.ts';
import { needsOf } from './api.fixture.ts';
import { initializeRequest, messagesIn, useServedMcp } from './mcp.fixture.ts';

const NEWEST = '2025-11-25';
const WITH_BATCHES = '2025-03-26';
const WITHOUT_SESSIONS = '2026-07-28';

describeWith(needsOf.embedded, 'what the revisions of MCP say', () => {
  const served = useServedMcp({ backend: 'embedded', apps: ['api'] });
  let { one: url, raw } = served;
  beforeAll(() => ({ one: url, raw } = served));

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { ...raw.headers(), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const post = async (body: unknown, headers?: Record<string, string>) => {
    const response = await send(body, headers);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text, headers: response.headers };
  };
  const request = (id: string | number, method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const initialize = (protocolVersion: string, capabilities = {}) =>
    post(initializeRequest(1, capabilities, protocolVersion));
  const of = (revision: string) => ({ 'mcp-protocol-version': revision });

  describe('a batch', () => {
    const two = [request(1, 'ping'), request('two', 'tools/call', { name: 'test_simple_text' })];

    it.each([
      ['names its revision', async () => of(WITH_BATCHES)],
      ['names none and has no session, which is taken for that revision', async () => ({})],
      [
        'is of a session of that revision',
        async () => ({
          'mcp-session-id': (await initialize(WITH_BATCHES)).headers.get('mcp-session-id') ?? '',
        }),
      ],
    ])('is answered request by request in 2025-03-26 if it %s', async (_name, headers) => {
      const { status, type, text } = await post(two, await headers());
      expect([status, type]).toEqual([200, 'application/json']);
      const answers = JSON.parse(text) as { id: unknown }[];
      expect(answers.sort((answer) => (answer.id === 1 ? -1 : 1))).toMatchObject([
        { id: 1, result: {} },
        { id: 'two', result: { content: [{ type: 'text' }] } },
      ]);
    });

    it('is answered by a stream if there is more than one message', async () => {
      const params = { name: 'test_tool_with_progress', _meta: { progressToken: 'p' } };
      const batch = [request(1, 'ping'), request(2, 'tools/call', params), request(3, 'no/such')];
      const { type, text } = await post(batch, of(WITH_BATCHES));
      expect(type).toContain('text/event-stream');
      const messages = messagesIn(text, type);
      expect(messages.filter(({ method }) => method).map(({ method }) => method)).toContain(
        'notifications/progress',
      );
      expect(messages.flatMap(({ id }) => id ?? []).sort()).toEqual([1, 2, 3]);
    });

    it('of messages without a response gets no body', async () => {
      const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect(await post([notification, notification], of(WITH_BATCHES))).toMatchObject({
        status: 202,
        text: '',
      });
    });

    it.each([
      ['that is empty', [], WITH_BATCHES],
      ['with what is no message', [request(1, 'ping'), 3], WITH_BATCHES],
      ['of too many', Array.from({ length: 21 }, (_each, id) => request(id, 'ping')), WITH_BATCHES],
      ['with one id twice', [request(1, 'ping'), request(1, 'ping')], WITH_BATCHES],
      ['with a handshake', [request(1, 'initialize')], WITH_BATCHES],
      ['of a later revision', two, '2025-06-18'],
      ['of the newest revision with sessions', two, NEWEST],
      ['of the revision without sessions', two, WITHOUT_SESSIONS],
    ])('%s is refused', async (_name, batch, revision) => {
      const { status, text } = await post(batch, of(revision));
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ id: null, error: { code: -32_600 } });
    });

    it('in a session of a later revision is rejected', async () => {
      const session = (await initialize(NEWEST)).headers.get('mcp-session-id') ?? '';
      expect((await post(two, { 'mcp-session-id': session })).status).toBe(400);
    });
  });

  it.each([
    [NEWEST, NEWEST],
    [WITH_BATCHES, WITH_BATCHES],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', NEWEST],
  ])('a handshake that requests %s gets %s', async (asked, given) => {
    expect(JSON.parse((await initialize(asked)).text)).toMatchObject({ result: { protocolVersion: given } });
  });

  it.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    '%s has one page, and a cursor is of none',
    async (method) => {
      expect(JSON.parse((await post(request(1, method, { cursor: 'bogus' }))).text)).toMatchObject({
        error: { code: -32_602, message: expect.stringContaining('cursor') },
      });
      expect(JSON.parse((await post(request(1, method))).text)).toMatchObject({ result: expect.anything() });
    },
  );

  it.each([
    ['application/json', { form: {} }, 'no client that could be asked'],
    ['text/*', { url: {} }, 'cannot fill in forms'],
    ['text/*', {}, 'elicitation/create'],
    ['*/*', { form: {}, url: {} }, 'elicitation/create'],
  ])('a question to a client that takes %s and %j', async (accept, elicitation, words) => {
    const { headers } = await initialize(NEWEST, { elicitation });
    const session = { accept, 'mcp-session-id': headers.get('mcp-session-id') ?? '' };
    const params = { name: 'test_elicitation', arguments: { message: 'Who?' } };
    const asked = await send(request(7, 'tools/call', params), session);
    await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, session);
    expect(await asked.text()).toContain(words);
  });

  it('subscriptions to resources are offered and kept in sessions only', async () => {
    expect(JSON.parse((await initialize(NEWEST)).text)).toMatchObject({
      result: { capabilities: { resources: { subscribe: true } } },
    });
    const subscribe = request(1, 'resources/subscribe', { uri: 'contact://contact-015' });
    expect(JSON.parse((await post(subscribe)).text)).toMatchObject({ error: { code: -32_600 } });
    const { client } = await served.connect('', { revision: WITHOUT_SESSIONS });
    expect(client.getServerCapabilities()?.resources).toEqual({});
  });

  it.each(['GET', 'DELETE'])('%s gets an error in the revision without sessions', async (method) => {
    const { 'content-type': _type, ...headers } = raw.headers();
    const response = await fetch(url, { method, headers: { ...headers, ...of(WITHOUT_SESSIONS) } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(error.message).toContain('has no sessions');
  });

  it('an error for a valid JSON body does not call it invalid JSON', async () => {
    const { status, text } = await post('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}');
    expect(status).toBe(400);
    expect(text).toContain('“__proto__”');
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_600 } });
    expect(text).not.toContain('Parse error');
  });

  it('errors for unknown things have the code of the newest revision in all revisions', async () => {
    const read = await post(request(1, 'resources/read', { uri: 'contact://nobody' }), of(NEWEST));
    expect(JSON.parse(read.text)).toMatchObject({
      error: { code: -32_602, data: { uri: 'contact://nobody' } },
    });
    const called = await post(request(1, 'tools/call', { name: 'nothing' }), of(NEWEST));
    expect(JSON.parse(called.text)).toMatchObject({
      result: { isError: true, _meta: { 'turnpike/errorClass': 'NOT_FOUND' } },
    });
  });
});
