import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { runProgram } from '../harness/run-program.ts';
import { describeWith } from '../harness/services.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { needsOf } from './api.fixture.ts';
import { EventReader } from './event-stream.fixture.ts';
import { resourcesAndPrompts } from './mcp-resources.fixture.ts';
import { sessionsOfClients } from './mcp-sessions.fixture.ts';
import { messagesIn, RawClient, useServedMcp, type Message } from './mcp.fixture.ts';

/** An edit is visible in every process within 10 s; a busy machine takes longer. */
const PROMISED_MS = 30_000;

describeWith(needsOf.redis, 'the MCP server over HTTP', () => {
  const served = useServedMcp();
  const { connect } = served;
  let { api, one, other, raw } = served;
  beforeAll(() => ({ api, one, other, raw } = served));

  const callsOf = (tool: string) =>
    api.rows(
      `SELECT tool, org_id AS org, channel, caller_kind AS kind, caller_user_id AS user, caller_key_id AS key,
              conversation_id AS conversation FROM tool_calls WHERE tool = $1 ORDER BY created_at, id`,
      [tool],
    );

  it.each(['legacy', '2026-07-28'] as const)('lists tools and calls them (%s)', async (revision) => {
    const { client } = await connect('', { revision });
    expect(client.getServerVersion()).toMatchObject({ name: 'Estio Real Estate Agent', version: '1.0.0' });
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['search_properties', 'tool_search', 'store_insight']));
    expect(names).not.toContain('request_feature');
    const all = (await (await connect('?tools=all', { revision })).client.listTools()).tools;
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['request_feature', ...names]));
    expect(tools.find(({ name }) => name === 'search_properties')).toMatchObject({
      inputSchema: { type: 'object', properties: { district: expect.any(Object) } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    });
    const result = await client.callTool({
      name: 'search_properties',
      arguments: { district: 'Limassol', dealType: 'sale', bedrooms: '2', maxPrice: '400k' },
    });
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toMatchObject({ total: expect.any(Number) });
    expect(result.content[0]).toMatchObject({
      type: 'text',
      text: expect.stringContaining('"success":true'),
    });
    const org = await api.orgId('demo');
    const call = (await callsOf('search_properties')).at(-1);
    expect(call).toMatchObject({
      org,
      channel: 'mcp',
      kind: 'admin',
      user: expect.any(String),
      key: expect.any(String),
    });
  });

  it('lists tools that a search has found from then on, in every API process, and sends a notification', async () => {
    const { client, changed } = await connect();
    const { structuredContent } = await client.callTool({
      name: 'tool_search',
      arguments: { query: 'ask for a feature that is missing' },
    });
    expect(structuredContent).toMatchObject({
      tools: [expect.objectContaining({ name: 'request_feature' })],
    });
    await eventually(async () => expect(changed).toEqual(['tools']));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('request_feature');
    const session = await raw.initialize(one);
    await raw.request(
      one,
      'tools/call',
      { name: 'tool_search', arguments: { query: 'feature missing' } },
      session,
    );
    const listed = await raw.request(other, 'tools/list', {}, session);
    expect(JSON.stringify(listed.result)).toContain('"request_feature"');
  });

  const ask = (id: string | number) => ({
    id,
    method: 'tools/call',
    params: { name: 'test_elicitation', arguments: { message: 'Who?' } },
  });

  it('sends a question to the client, and receives its answer in another API process', async () => {
    const session = await raw.initialize(one, { elicitation: {} });
    const stream = new EventReader<Message>((signal) => raw.post(one, ask('ask'), session, signal));
    await stream.until('elicitation/create');
    const question = stream.events.find(({ method }) => method === 'elicitation/create');
    const reply = {
      id: question?.id,
      result: { action: 'accept', content: { username: 'ann', email: 'ann@x.test' } },
    };
    expect((await raw.send(other, reply, session)).status).toBe(202);
    await stream.ended;
    expect(JSON.stringify(stream.events.find(({ id }) => id === 'ask'))).toContain('ann');
  });

  it('stops a call that is cancelled through another API process', async () => {
    const session = await raw.initialize(one, { elicitation: {} });
    const asking = await raw.post(one, ask(7), session);
    const cancel = { method: 'notifications/cancelled', params: { requestId: 7, reason: 'enough' } };
    expect((await raw.send(other, cancel, session)).status).toBe(202);
    const messages = messagesIn(await asking.text(), 'text/event-stream');
    expect(messages.filter(({ id }) => id === 7)).toEqual([]);
    await eventually(async () =>
      expect(
        await api.rows(
          `SELECT success, result->>'error' AS error FROM tool_calls WHERE tool = 'test_elicitation'
            ORDER BY created_at DESC, id DESC LIMIT 1`,
        ),
      ).toEqual([{ success: false, error: 'The call was cancelled by the caller.' }]),
    );
  });

  const folder = temporaryFolder();
  it('sends a notification about an edit of a tool', async () => {
    const { client, changed } = await connect('', { at: other });
    const modern = await connect('', { at: other, revision: '2026-07-28' });
    await modern.client.listen({ toolsListChanged: true });
    const file = path.join(folder, 'edit.json');
    await writeFile(file, JSON.stringify({ description: 'Looks for homes.' }));
    const env = { DATA_DIR: folder, DATABASE_URL: api.turnpike.database.url };
    const args = ['override', 'search_properties', '--org', 'demo', '--file', file];
    expect(await runProgram('bundle/tools', args, { env })).toMatchObject({ code: 0 });
    await eventually(
      async () => expect([changed, modern.changed]).toEqual([['tools'], ['tools']]),
      PROMISED_MS,
    );
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'search_properties')?.description).toContain('Looks for homes.');
  });

  it('runs a call once per idempotency key', async () => {
    const { client } = await connect();
    const store = (text: string) =>
      client.callTool({
        name: 'store_insight',
        arguments: { contactId: 'contact-020', text, category: 'preference' },
        _meta: { 'turnpike/idempotencyKey': 'note-1' },
      });
    const first = await store('Likes a quiet street with trees');
    expect(first.structuredContent).toMatchObject({ stored: true });
    expect((await store('Likes a quiet street with trees')).structuredContent).toEqual(
      first.structuredContent,
    );
    expect(await store('Likes the sea')).toMatchObject({
      isError: true,
      _meta: { 'turnpike/errorClass': 'CONFLICT' },
    });
  });

  it('says that approvals need a turn', async () => {
    const org = await api.orgId('demo');
    const set = (names: string) =>
      api.rows(
        `UPDATE orgs SET settings = settings || jsonb_build_object('TOOL_APPROVALS', $2::text) WHERE id = $1`,
        [org, names],
      );
    await set('update_requirements');
    const { client } = await connect();
    await eventually(async () => {
      const result = await client.callTool({
        name: 'update_requirements',
        arguments: { contactId: 'contact-020', bedrooms: 3 },
      });
      expect(result).toMatchObject({
        isError: true,
        _meta: { 'turnpike/errorClass': 'PRECONDITION_FAILED' },
      });
      expect(JSON.stringify(result.content)).toContain('Approvals need a turn');
    }, PROMISED_MS);
    await set('');
  });

  it('creates a conversation for the calls, for their own org only', async () => {
    const sent = await api.turnpike.request('/v1/messages', {
      method: 'POST',
      body: JSON.stringify({ contact: 'contact-021', channel: 'chat', text: 'Hello' }),
    });
    const { conversationId } = (await sent.json()) as { conversationId: string };
    const { client } = await connect(`?conversation=${conversationId}&channel=voice`);
    const found = await client.callTool({ name: 'retrieve_context', arguments: { query: 'wishes' } });
    expect(found.isError ?? false).toBe(false);
    expect((await callsOf('retrieve_context')).at(-1)).toMatchObject({
      conversation: conversationId,
      channel: 'mcp',
    });
    const stranger = await api.createOrg(`other-${randomUUID().slice(0, 8)}`);
    const foreign = new RawClient(await api.createKey(stranger));
    for (const id of [conversationId, randomUUID(), 'x']) {
      const { status } = await foreign.send(`${one}?conversation=${id}`, { id: 1, method: 'tools/list' });
      expect(status).toBe(404);
    }
  });

  it('binds a session to its key', async () => {
    const session = await raw.initialize(one);
    const stranger = new RawClient(await api.createKey(await api.orgId('demo')));
    const list = { id: 1, method: 'tools/list' };
    expect((await raw.send(other, list, session)).status).toBe(200);
    expect((await stranger.send(one, list, session)).status).toBe(404);
    expect(await raw.end(one, session)).toBe(204);
    expect((await raw.send(other, list, session)).status).toBe(404);
    expect((await raw.send(other, list, 'nonsense')).status).toBe(404);
  });

  it.each([
    ['no key', 401, { authorization: '' }, ''],
    ['an unknown parameter', 422, {}, '?tool=x'],
    ['a channel that is none', 422, {}, '?channel=fax'],
    ['a foreign Host', 403, { host: 'evil.example.com' }, ''],
    ['a foreign Origin', 403, { origin: 'http://evil.example.com' }, ''],
    ['no Origin', 403, { origin: 'null' }, ''],
    ['a loopback Origin', 200, { origin: 'http://localhost:5173' }, ''],
    ['a revision that nobody speaks', 400, { 'mcp-protocol-version': '1999-01-01' }, ''],
  ])('answers %s with %i', async (_name, status, change, query) => {
    expect(await statusOf(`${one}${query}`, { ...raw.headers(), ...change })).toBe(status);
  });

  it('rejects a key without the scope, and invalid messages', async () => {
    const bare = new RawClient(await api.createKey(await api.orgId('demo'), ['turns']));
    expect((await bare.send(one, { id: 1, method: 'tools/list' })).status).toBe(403);
    for (const body of ['[]', '[3]', '{}', 'null', '3']) {
      const response = await fetch(one, { method: 'POST', headers: raw.headers(), body });
      expect([body, response.status]).toEqual([body, 400]);
    }
    expect((await fetch(one, { headers: raw.headers() })).status).toBe(400);
    for (const body of ['{"jsonrpc": "2.0"', 'hello']) {
      const broken = await fetch(one, { method: 'POST', headers: raw.headers(), body });
      expect([broken.status, await broken.json()]).toEqual([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) } },
      ]);
    }
  });

  resourcesAndPrompts(served);
  sessionsOfClients(served);
});

/** Sends a `tools/list` request; `fetch` would not send a custom `Host` header. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  });
}
