import { randomUUID } from 'node:crypto';
import { expectProblem, useAdmin } from './admin.fixture.ts';

const { admin, member } = useAdmin();

describe('bad input', () => {
  it.each([
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

  it('for a path or method without a route gets 404, or 405 and the allowed methods, whatever the body', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{', 'x'.repeat(300_000)]) {
      for (const [method, path, allowed] of [
        ['PUT', '/admin/turns', 'GET, HEAD'],
        ['PUT', '/admin/invitations/open', 'DELETE, POST'],
      ] as const) {
        const answer = await fetch(admin.url + path, { method, headers, body });
        expect(answer.headers.get('allow')).toBe(allowed);
        await expectProblem(answer, 405);
      }
      await expectProblem(await fetch(`${admin.url}/admin/nothing`, { method: 'PUT', headers, body }), 404);
    }
  });
});
