import { randomUUID } from 'node:crypto';
import { consoleTurnPage } from '#contracts/console';
import { expectProblem, useAdmin } from './admin.fixture.ts';
import { addSpans, addTurn, type AddedTurn } from './console-rows.fixture.ts';
import { usualSpans } from './usual-spans.fixture.ts';

let turn: AddedTurn;
let spans: Map<string, string>;

const { admin, platform, member, stranger } = useAdmin(['platform', 'member', 'stranger']);

beforeAll(async () => {
  const { orgA, orgB, database } = admin;
  turn = await addTurn(database, { orgId: orgA.id, createdAt: new Date('2026-11-20T08:00:00Z') });
  spans = await addSpans(database, orgA.id, turn, usualSpans());
  await addTurn(database, {
    orgId: orgB.id,
    contact: 'boris',
    text: 'A house in Riga',
    createdAt: new Date('2026-11-20T08:01:00Z'),
  });
});

describe('read access', () => {
  const routes = () => [
    '/admin/orgs',
    '/admin/turns',
    `/admin/turns/${turn.id}`,
    `/admin/traces/${turn.traceId}`,
  ];

  it('covers the viewer’s own org', async () => {
    const page = await member.read(consoleTurnPage, '/admin/turns');
    expect(page.items.map((item) => item.org.slug)).toEqual(['org-a']);
    expect(await (await member.get('/admin/orgs')).json()).toEqual({
      items: [{ id: admin.orgA.id, slug: 'org-a', name: 'Aphrodite Homes' }],
    });
  });

  it('excludes other orgs', async () => {
    const span = `/admin/traces/${turn.traceId}/spans/${spans.get('turn')}`;
    for (const route of [...routes().slice(2), span]) await expectProblem(await stranger.get(route), 404);
    const found = await stranger.read(consoleTurnPage, `/admin/turns?q=${turn.id}`);
    expect(found.items).toEqual([]);
  });

  it('covers every org for platform admins, or the one they pick', async () => {
    const all = await platform.read(consoleTurnPage, '/admin/turns');
    expect(all.items.map((item) => item.org.slug)).toEqual(['org-b', 'org-a']);
    const one = await platform.read(consoleTurnPage, '/admin/turns?org=org-a');
    expect(one.items.map((item) => item.id)).toEqual([turn.id]);
    await expectProblem(await platform.get('/admin/turns?org=org-c'), 404);
  });
});

describe('bad input', () => {
  it.each([
    ['/admin/turns?state=lost', 422],
    ['/admin/turns?limit=0', 422],
    ['/admin/turns?limit=x', 422],
    ['/admin/turns?colour=red', 422],
    ['/admin/turns?cursor=abc', 422],
    ['/admin/turns?contact=%00', 422],
    ['/admin/turns?q=%00', 422],
    ['/admin/turns?q=a&q=b', 422],
    ['/admin/turns/1', 422],
    [`/admin/turns/${randomUUID()}`, 404],
    ['/admin/traces/xyz', 422],
    [`/admin/traces/${'0'.repeat(32)}`, 404],
    [`/admin/traces/${'0'.repeat(32)}/spans/${'0'.repeat(16)}`, 404],
    ['/admin/nothing', 404],
    ['/health/nothing', 404],
    ['/admin/turns/%zz', 400],
  ])('%s gets %p', async (route, status) => {
    await expectProblem(await member.get(route), status);
  });

  it('in a body gets 4xx, never 500', async () => {
    const post = (body: string, type: string) =>
      fetch(`${admin.url}/admin/session`, { method: 'POST', headers: { 'content-type': type }, body });
    await expectProblem(await post('{', 'application/json'), 400);
    await expectProblem(await post('[]', 'application/json'), 422);
    await expectProblem(await post('"x"', 'application/json'), 422);
    await expectProblem(await post('x', 'image/png'), 415);
    await expectProblem(await post(JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json'), 413);
    await expectProblem(await post('{"email":"a\\ud800@b.example","password":"x"}', 'application/json'), 422);
    await expectProblem(await post('{}', 'application/json; charset=utf-16'), 415);
    await expectProblem(await member.send('POST', '/admin/turns', { body: {} }), 405);
  });

  it('with a wrong method gets 405 and the allowed methods', async () => {
    for (const [method, path, allowed] of [
      ['DELETE', '/admin/turns', 'GET, HEAD'],
      ['GET', '/admin/invitations/open', 'DELETE, POST'],
    ] as const) {
      const answer = await member.send(method, path, {});
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allowed]);
    }
  });

  it('for a path or method without a route gets 404 or 405, whatever the body', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{', 'x'.repeat(300_000)]) {
      const put = { method: 'PUT', headers, body };
      const answer = await fetch(`${admin.url}/admin/turns`, put);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      await expectProblem(answer, 405);
      await expectProblem(await fetch(`${admin.url}/admin/nothing`, put), 404);
    }
  });
});
