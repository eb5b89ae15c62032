import { expectProblem, postSignIn, TEST_PASSWORD, useAdmin, openAdmin } from '../admin.fixture.ts';

const { admin, member } = useAdmin();

describe('signing in', () => {
  it('sets an HttpOnly cookie and returns the user', async () => {
    const response = await postSignIn(admin.url, { email: 'Member@A.example', password: TEST_PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(/^tp_session=[\w-]+;.*HttpOnly.*SameSite=Lax/i);
    expect(await response.json()).toMatchObject({
      session: {
        user: { role: 'member' },
        org: { slug: 'org-a' },
        permissions: { allOrgs: false, messageTexts: null },
      },
    });
  });

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const wrong = await expectProblem(
      await postSignIn(admin.url, { email: 'member@a.example', password: 'no' }),
      401,
    );
    const unknown = await expectProblem(
      await postSignIn(admin.url, { email: 'nobody@a.example', password: 'no' }),
      401,
    );
    expect({ ...wrong, traceId: '' }).toEqual({ ...unknown, traceId: '' });
  });

  it('names the invalid fields', async () => {
    const body = await expectProblem(await postSignIn(admin.url, { email: 'a', remember: true }), 422);
    expect(body.errors?.map((error) => error.pointer)).toEqual(
      expect.arrayContaining(['/email', '/password']),
    );
    expect(JSON.stringify(body.errors)).toContain('remember');
  });

  it('throttles repeated wrong passwords', async () => {
    const guess = () => postSignIn(admin.url, { email: 'guessed@a.example', password: 'no' });
    let response = await guess();
    for (let tries = 0; response.status === 401 && tries < 30; tries += 1) response = await guess();
    await expectProblem(response, 429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leaves an audit entry if it fails, even for an unknown address', async () => {
    const address = '127.0.0.1';
    await postSignIn(admin.url, { email: 'member@a.example', password: 'wrong' });
    await postSignIn(admin.url, { email: 'nobody@a.example', password: 'wrong' });
    const refused = (await admin.audited({ action: 'session.refuse' })).slice(-2);
    const known = { orgId: expect.any(String), target: `user:${member.session.user.id}` };
    const common = { actorKind: 'system', after: { address } };
    expect(refused).toMatchObject([
      { ...common, ...known },
      { ...common, orgId: null, target: 'user:unknown' },
    ]);
  });

  it('is refused from a page of another site', async () => {
    const body = { email: 'member@a.example', password: TEST_PASSWORD };
    await expectProblem(await postSignIn(admin.url, body, { origin: 'https://evil.example' }), 403);
    await expectProblem(await postSignIn(admin.url, body, { 'sec-fetch-site': 'cross-site' }), 403);
  });

  it('is preceded by a null session', async () => {
    expect(await (await fetch(`${admin.url}/admin/session`)).json()).toEqual({ session: null });
  });

  it('can be ended; the audit log records start and end', async () => {
    const visitor = await admin.signIn('member@a.example');
    await expectProblem(await visitor.send('DELETE', '/admin/session', { csrf: null }), 403);
    await expectProblem(
      await visitor.send('DELETE', '/admin/session', { csrf: member.session.csrfToken }),
      403,
    );
    expect((await visitor.get('/admin/turns')).status).toBe(200);
    expect((await visitor.send('DELETE', '/admin/session')).status).toBe(204);
    await expectProblem(await visitor.get('/admin/turns'), 401);
    const entries = await admin.audited({ target: `user:${visitor.session.user.id}` });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.open', 'session.end']),
    );
  });
});

describe('signing in through a proxy', () => {
  /** Tries addresses without an account until one attempt is throttled. */
  const guessUntilThrottled = async (url: string, from: string) => {
    const guess = (tries: number) =>
      postSignIn(url, { email: `${from}-${tries}@a.example`, password: 'no' }, { 'x-forwarded-for': from });
    let response = await guess(0);
    for (let tries = 1; response.status === 401 && tries < 60; tries += 1) response = await guess(tries);
    return response.status;
  };
  const signInFrom = async (url: string, from: string) => {
    const body = { email: 'member@a.example', password: TEST_PASSWORD };
    return (await postSignIn(url, body, { 'x-forwarded-for': from })).status;
  };

  it.each([['127.0.0.1,::1'], ['1']])(
    'counts wrong passwords by client address if TRUSTED_PROXIES is %s',
    async (TRUSTED_PROXIES) => {
      const behind = await openAdmin({ env: { TRUSTED_PROXIES } });
      try {
        await behind.addUser('member@a.example', 'member', behind.orgA.id);
        expect(await guessUntilThrottled(behind.url, '203.0.113.7')).toBe(429);
        expect(await signInFrom(behind.url, '203.0.113.7')).toBe(429);
        expect(await signInFrom(behind.url, '203.0.113.8')).toBe(200);
      } finally {
        await behind.close();
      }
    },
  );

  it('sends a Secure cookie for HTTPS, even from a proxy that is not trusted', async () => {
    const body = { email: 'member@a.example', password: TEST_PASSWORD };
    const cookieOf = async (proto: string) =>
      (await postSignIn(admin.url, body, { 'x-forwarded-proto': proto })).headers.get('set-cookie');
    expect(await cookieOf('https')).toMatch(/; Secure/i);
    expect(await cookieOf('http')).not.toMatch(/; Secure/i);
  });

  it('ignores the forwarded address of an untrusted proxy', async () => {
    const open = await openAdmin();
    try {
      await open.addUser('member@a.example', 'member', open.orgA.id);
      expect(await guessUntilThrottled(open.url, '203.0.113.7')).toBe(429);
      expect(await signInFrom(open.url, '203.0.113.8')).toBe(429);
    } finally {
      await open.close();
    }
  });
});

describe('the process', () => {
  it('reports that it is live and ready', async () => {
    for (const route of ['/health/live', '/health/ready']) {
      expect(await (await fetch(admin.url + route)).json()).toMatchObject({ status: 'up' });
    }
  });

  it('serves metrics for Prometheus', async () => {
    const response = await fetch(`${admin.url}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('version=0.0.4'),
    ]);
  });

  it('lets pages run and load only the console’s own files', async () => {
    const { headers } = await fetch(`${admin.url}/health/live`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
