import { randomUUID } from 'node:crypto';
import { consoleTurnPage } from '#contracts/console';
import { expectProblem, useAdmin } from './admin.fixture.ts';
import { addTurn } from './console-rows.fixture.ts';

const { admin, platform, member } = useAdmin();

it('covers every org for platform admins, or the one they pick', async () => {
  const { orgA, orgB, database } = admin;
  for (const { id: orgId } of [orgA, orgB]) await addTurn(database, { orgId });
  const orgs = async (query: string) => {
    const { items } = await platform.read(consoleTurnPage, `/admin/turns${query}`);
    return items.map(({ org }) => org.slug).sort();
  };
  expect(await orgs('')).toEqual(['org-a', 'org-b']);
  expect(await orgs('?org=org-a')).toEqual(['org-a']);
  await expectProblem(await platform.get('/admin/turns?org=org-c'), 404);
});

describe('bad input', () => {
  it.each([
    ['/admin/turns?state=lost', 422],
    ['/admin/turns?contact=%00', 422],
    ['/admin/turns?q=a&q=b', 422],
    ['/admin/turns/1', 422],
    [`/admin/turns/${randomUUID()}`, 404],
    ['/admin/traces/xyz', 422],
    [`/admin/traces/${'0'.repeat(32)}`, 404],
    [`/admin/traces/${'0'.repeat(32)}/spans/${'0'.repeat(16)}`, 404],
    ['/admin/nothing', 404],
    ['/admin/turns/%zz', 400],
  ])('%s gets %p', async (route, status) => {
    await expectProblem(await member.get(route), status);
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
