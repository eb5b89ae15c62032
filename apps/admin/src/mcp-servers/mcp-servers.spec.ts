import { randomBytes } from 'node:crypto';
import { inboxPage, type ConsoleMcpServer } from '#contracts/console';
import { eventually } from '../../../../test/harness/eventually.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addRow } from '../listed-rows.fixture.ts';

const ROUTE = '/admin/mcp-servers';
const TOKEN = 'a-token-that-nobody-sees';

describe('the MCP servers of an org', () => {
  const {
    admin,
    orgAdmin: boss,
    member,
    platform,
  } = useAdmin({
    env: { SECRETS_KEY: randomBytes(32).toString('base64'), HTTP_ALLOW_HOSTS: '10.0.0.9:8443' },
  });

  const server = { name: 'remote', url: 'https://mcp.example.com/mcp', headers: { Authorization: TOKEN } };
  const add = (who: SignedIn, body: object = server, query = '') =>
    who.send('POST', `${ROUTE}${query}`, { body: body as never });
  const listed = async (who: SignedIn, query = '') => {
    const text = await (await who.get(`${ROUTE}${query}`)).text();
    expect(text).not.toContain(TOKEN);
    return (JSON.parse(text) as { items: ConsoleMcpServer[] }).items;
  };

  const report = (server: string, ...tools: object[]) =>
    admin.database.asPlatform('the report of a process', (tx) =>
      tx.execute(
        `INSERT INTO mcp_server_states (process, server, app, state, tools, restarts, error, since, seen_at)
         VALUES (gen_random_uuid(), $1, 'worker', 'ready', $2, 0, null, now(), now())`,
        [server, JSON.stringify(tools)],
      ),
    );

  it('can be added, approved and removed by its admins, with audit entries', async () => {
    expect((await add(boss)).status).toBe(204);
    expect(await listed(boss)).toMatchObject([
      { name: 'remote', pack: null, approvedAt: null, headerNames: ['Authorization'], health: [] },
    ]);
    await expectProblem(await add(boss), 409);
    await report(`org/${admin.orgA.id}/remote`, { name: 'moon_phase', description: 'New', parameters: {} });
    expect((await boss.send('POST', `${ROUTE}/remote/approve`)).status).toBe(204);
    // Its definition has not been recorded, so that it is held back.
    await eventually(async () => expect(await listed(boss)).toMatchObject([{ held: ['moon_phase'] }]));
    await expectProblem(await boss.send('POST', `${ROUTE}/remote/approve`), 404);
    expect(await listed(platform, '?org=org-a')).toMatchObject([{ approvedAt: expect.any(String) }]);
    expect(await listed(platform, '?org=org-b')).toEqual([]);
    for (const name of ['moon_phase', 'of_another_server'])
      await addRow(admin.database, admin.orgA.id, 'tool_definitions', { name });
    expect((await boss.send('DELETE', `${ROUTE}/remote`)).status).toBe(204);
    const { items } = await boss.read(inboxPage, '/admin/inbox?kind=definition');
    expect(items).toMatchObject([{ tool: 'of_another_server' }]);
    await expectProblem(await boss.send('DELETE', `${ROUTE}/remote`), 404);
    const entries = await admin.audited({ target: 'mcp_server:remote' });
    expect(entries.map(({ action }) => action)).toEqual([
      'mcp_server.add',
      'mcp_server.approve',
      'mcp_server.remove',
    ]);
  });

  it('are listed with the servers of its packs, not of other packs', async () => {
    for (const server of ['estio/listings', 'geo/maps']) await report(server);
    expect(await listed(boss)).toMatchObject([{ name: 'listings', pack: 'estio' }]);
    expect(await listed(platform, '?org=org-a')).toMatchObject([{ name: 'listings' }]);
    expect(await listed(platform)).toMatchObject([{ name: 'listings' }, { name: 'maps' }]);
  });

  it('cannot be changed by members, or without a picked org', async () => {
    await expectProblem(await add(member), 403);
    await expectProblem(await add(platform), 422);
  });

  it.each([
    [{ ...server, name: 'Not snake' }],
    [{ ...server, url: 'file:///etc/passwd' }],
    [{ ...server, url: `https://user:${TOKEN}@mcp.example.com/mcp` }],
    [{ ...server, url: `https://${TOKEN}@mcp.example.com/mcp` }],
    [{ ...server, headers: { 'a b': 'x' } }],
    [{ ...server, headers: { a: 'x\r\nb: y' } }],
    [{ ...server, command: 'sh' }],
  ])('cannot be added as %j', async (body) => {
    await expectProblem(await add(boss, body), 422);
  });

  it.each<[string, object, string, string]>([
    ['a forbidden address', { url: 'http://127.0.0.1/' }, '/url', 'HTTP_ALLOW_HOSTS'],
    ['a forbidden port', { url: 'https://mcp.example.com:6379/' }, '/url', 'HTTP_ALLOW_HOSTS'],
    ['a header of the connection', { headers: { Host: '1' } }, '/headers/Host', 'Host'],
    ['its own header', { headers: { 'Mcp-Session-Id': '1' } }, '/headers/Mcp-Session-Id', 'Mcp-Session-Id'],
  ])('cannot have %s', async (_name, wrong, pointer, detail) => {
    const problem = await expectProblem(await add(boss, { ...server, name: 'refused', ...wrong }), 422);
    expect(problem).toMatchObject({
      type: 'urn:turnpike:problem:mcp-server-refused',
      errors: [{ pointer, detail: expect.stringContaining(detail) }],
    });
  });

  it('can have an internal address that the deployment allows', async () => {
    const url = 'https://10.0.0.9:8443/mcp';
    expect((await add(boss, { ...server, name: 'inside', url })).status).toBe(204);
    expect((await boss.send('DELETE', `${ROUTE}/inside`)).status).toBe(204);
  });
});
