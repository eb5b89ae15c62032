import { randomUUID } from 'node:crypto';
import { consoleSpanDetail, consoleTrace, consoleTurnDetail, consoleTurnPage, problem, PROBLEM_MEDIA_TYPE } from '#contracts';
import { addSpans, addTurn, openAdmin, postSignIn, TEST_PASSWORD, usualSpans, type AddedTurn, type AdminFixture, type SignedIn } from './admin.fixture.ts';

let admin: AdminFixture;
let platform: SignedIn;
let member: SignedIn;
let analyst: SignedIn;
let stranger: SignedIn;
let turn: AddedTurn;
let spans: Map<string, string>;

beforeAll(async () => {
  admin = await openAdmin();
  const { orgA, orgB, database } = admin;
  await admin.addUser('root@platform.example', 'platform_admin', null);
  await admin.addUser('member@a.example', 'member', orgA.id);
  await admin.addUser('analyst@a.example', 'analyst', orgA.id);
  await admin.addUser('member@b.example', 'member', orgB.id);
  turn = await addTurn(database, { orgId: orgA.id, createdAt: new Date('2026-11-20T08:00:00Z') });
  spans = await addSpans(database, orgA.id, turn, usualSpans());
  await addTurn(database, { orgId: orgB.id, contact: 'boris', text: 'A house in Riga', createdAt: new Date('2026-11-20T08:01:00Z') });
  [platform, member, analyst, stranger] = await Promise.all(
    ['root@platform.example', 'member@a.example', 'analyst@a.example', 'member@b.example'].map((email) => admin.signIn(email)),
  ) as [SignedIn, SignedIn, SignedIn, SignedIn];
});

afterAll(() => admin.close());

async function expectProblem(response: Response, status: number): Promise<ReturnType<typeof problem.parse>> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain(PROBLEM_MEDIA_TYPE);
  const body = problem.parse(await response.json());
  expect(body.status).toBe(status);
  return body;
}

describe('signing in', () => {
  it('gives an HttpOnly cookie and says who one is', async () => {
    const response = await postSignIn(admin.url, { email: 'Member@A.example', password: TEST_PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toMatch(/^tp_session=[\w-]+;.*HttpOnly.*SameSite=Lax/i);
    expect(await response.json()).toMatchObject({
      session: { user: { role: 'member' }, org: { slug: 'org-a' }, permissions: { allOrgs: false, messageTexts: true } },
    });
  });

  it('says the same of a wrong password as of an unknown address', async () => {
    const wrong = await expectProblem(await postSignIn(admin.url, { email: 'member@a.example', password: 'no' }), 401);
    const unknown = await expectProblem(await postSignIn(admin.url, { email: 'nobody@a.example', password: 'no' }), 401);
    expect({ ...wrong, traceId: '' }).toEqual({ ...unknown, traceId: '' });
  });

  it('names the fields that do not fit', async () => {
    const body = await expectProblem(await postSignIn(admin.url, { email: 'a', remember: true }), 422);
    expect(body.errors?.map((error) => error.pointer)).toEqual(expect.arrayContaining(['/email', '/password']));
    expect(JSON.stringify(body.errors)).toContain('remember');
  });

  it('slows down who guesses', async () => {
    const guess = () => postSignIn(admin.url, { email: 'guessed@a.example', password: 'no' });
    let response = await guess();
    for (let tries = 0; response.status === 401 && tries < 30; tries += 1) response = await guess();
    await expectProblem(response, 429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is not done from a page of another site', async () => {
    const body = { email: 'member@a.example', password: TEST_PASSWORD };
    await expectProblem(await postSignIn(admin.url, body, { origin: 'https://evil.example' }), 403);
    await expectProblem(await postSignIn(admin.url, body, { 'sec-fetch-site': 'cross-site' }), 403);
  });

  it('answers null to who is not signed in', async () => {
    expect(await (await fetch(`${admin.url}/admin/session`)).json()).toEqual({ session: null });
  });

  it('ends with the session, which the audit log keeps', async () => {
    const visitor = await admin.signIn('member@a.example');
    await expectProblem(await visitor.send('DELETE', '/admin/session', { csrf: null }), 403);
    await expectProblem(await visitor.send('DELETE', '/admin/session', { csrf: platform.session.csrfToken }), 403);
    expect((await visitor.get('/admin/turns')).status).toBe(200);
    expect((await visitor.send('DELETE', '/admin/session')).status).toBe(204);
    await expectProblem(await visitor.get('/admin/turns'), 401);
    const entries = await admin.database.asPlatform('the test reads the audit log', (tx) =>
      tx.query<{ action: string }>('SELECT action FROM audit_log WHERE actor_user_id = $1 ORDER BY at', [visitor.session.user.id]),
    );
    expect(entries.map((entry) => entry.action)).toEqual(expect.arrayContaining(['session.open', 'session.end']));
  });
});

describe('who sees what', () => {
  const routes = () => ['/admin/orgs', '/admin/turns', `/admin/turns/${turn.id}`, `/admin/traces/${turn.traceId}`];

  it('is nothing without a session', async () => {
    for (const route of routes()) await expectProblem(await fetch(admin.url + route), 401);
  });

  it('is the own org', async () => {
    const page = consoleTurnPage.parse(await (await member.get('/admin/turns')).json());
    expect(page.items.map((item) => item.org.slug)).toEqual(['org-a']);
    expect(await (await member.get('/admin/orgs')).json()).toEqual({ items: [{ id: admin.orgA.id, slug: 'org-a', name: 'Aphrodite Homes' }] });
    await expectProblem(await member.get('/admin/turns?org=org-b'), 404);
  });

  it('is nothing of another org', async () => {
    const span = `/admin/traces/${turn.traceId}/spans/${spans.get('turn')}`;
    for (const route of [...routes().slice(2), span]) await expectProblem(await stranger.get(route), 404);
    const found = consoleTurnPage.parse(await (await stranger.get(`/admin/turns?q=${turn.id}`)).json());
    expect(found.items).toEqual([]);
  });

  it('is every org for the platform’s admins, or the one they pick', async () => {
    const all = consoleTurnPage.parse(await (await platform.get('/admin/turns')).json());
    expect(all.items.map((item) => item.org.slug)).toEqual(['org-b', 'org-a']);
    const one = consoleTurnPage.parse(await (await platform.get('/admin/turns?org=org-a')).json());
    expect(one.items.map((item) => item.id)).toEqual([turn.id]);
    await expectProblem(await platform.get('/admin/turns?org=org-c'), 404);
  });

  it('is no text for analysts, not even by searching for it', async () => {
    const page = consoleTurnPage.parse(await (await analyst.get('/admin/turns')).json());
    expect(page.items.map((item) => item.excerpt)).toEqual([null]);
    expect(consoleTurnPage.parse(await (await analyst.get('/admin/turns?q=Paphos')).json()).items).toEqual([]);
    const detail = await (await analyst.get(`/admin/turns/${turn.id}`)).text();
    expect(consoleTurnDetail.parse(JSON.parse(detail)).messages.map((message) => message.characters)).toEqual([59, 16]);
    const span = await (await analyst.get(`/admin/traces/${turn.traceId}/spans/${spans.get('chat gpt-5-mini')}`)).text();
    expect(consoleSpanDetail.parse(JSON.parse(span))).toMatchObject({ textsHidden: true, input: null, promptTokens: 1_610 });
    expect(detail + span).not.toContain('Paphos');
  });
});

describe('the list of turns', () => {
  it('is narrowed by every filter', async () => {
    const { database, orgA } = admin;
    const failed = await addTurn(database, {
      orgId: orgA.id,
      state: 'failed',
      agent: 'negotiator',
      channel: 'voice',
      contact: 'omar',
      text: 'أبحث عن شقة بغرفتي نوم',
      error: { class: 'BAD_REQUEST', message: 'The model refused' },
    });
    const filters = ['state=failed', 'agent=negotiator', 'agent=estio/negotiator', 'channel=voice', 'contact=omar', 'q=%D8%B4%D9%82%D8%A9', 'q=OMAR'];
    for (const filter of [...filters, `q=${failed.id}`, `q=${failed.traceId}`, `q=${failed.conversationId}`]) {
      const page = consoleTurnPage.parse(await (await member.get(`/admin/turns?${filter}`)).json());
      expect([filter, page.items.map((item) => item.id)]).toEqual([filter, [failed.id]]);
    }
    expect(consoleTurnPage.parse(await (await member.get('/admin/turns?q=%25')).json()).items).toEqual([]);
  });

  it('goes on where the page before ended, without a gap and without doubles', async () => {
    const { database, orgB } = admin;
    const moment = new Date('2026-11-19T10:00:00Z');
    for (let index = 0; index < 25; index += 1) await addTurn(database, { orgId: orgB.id, createdAt: moment });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const response = await stranger.get(`/admin/turns?limit=10${cursor ? `&cursor=${cursor}` : ''}`);
      const page = consoleTurnPage.parse(await response.json());
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(26);
    expect(new Set(seen).size).toBe(26);
  });

  it('answers 304 to who has it already', async () => {
    const first = await member.get('/admin/turns');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toContain('no-cache');
    const second = await member.get('/admin/turns', { 'if-none-match': tag });
    expect([second.status, await second.text()]).toEqual([304, '']);
    await addTurn(admin.database, { orgId: admin.orgA.id });
    expect((await member.get('/admin/turns', { 'if-none-match': tag })).status).toBe(200);
  });
});

describe('a turn', () => {
  it('comes with the messages of its conversation near it', async () => {
    const { database, orgA } = admin;
    const conversationId = randomUUID();
    const turns: AddedTurn[] = [];
    for (let seq = 1; seq <= 20; seq += 1) turns.push(await addTurn(database, { orgId: orgA.id, conversationId, seq, text: `Question ${seq}` }));
    const detail = consoleTurnDetail.parse(await (await member.get(`/admin/turns/${turns[13]?.id}`)).json());
    expect(detail.messages.map((message) => message.text).filter((text) => text?.startsWith('Question'))).toEqual(
      Array.from({ length: 16 }, (_, index) => `Question ${index + 4}`),
    );
    expect([detail.messagesBefore, detail.messagesAfter]).toEqual([6, 2]);
    expect(detail.turn).toMatchObject({ state: 'completed', totals: { promptTokens: 3_512, costUsd: 0.00123 } });
  });

  it('has its trace as a tree with totals and critical path', async () => {
    const trace = consoleTrace.parse(await (await member.get(`/admin/traces/${turn.traceId}?turn=${turn.id}`)).json());
    expect(trace.totals).toEqual({
      wallMs: 1_222, costUsd: expect.closeTo(0.00123), promptTokens: 3_512, cachedTokens: 0, completionTokens: 220, modelRounds: 2, toolCalls: 2,
    });
    const byName = new Map(trace.spans.map((span) => [span.name, span]));
    expect(byName.get('execute_tool search_properties')).toMatchObject({ startMs: 561, durationMs: 84, critical: true, parentSpanId: spans.get('loop') });
    expect(byName.get('execute_tool store_insight')).toMatchObject({ critical: false, status: 'error' });
    expect(byName.get('job summarize')).toMatchObject({ durationMs: null, critical: false });
  });

  it('has spans with what they were given and gave back', async () => {
    const response = await member.get(`/admin/traces/${turn.traceId}/spans/${spans.get('execute_tool search_properties')}`);
    expect(consoleSpanDetail.parse(await response.json())).toMatchObject({ input: { city: 'Paphos' }, output: { success: true } });
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

  it('of a body gets 4xx, never 500', async () => {
    const post = (body: string, type: string) =>
      fetch(`${admin.url}/admin/session`, { method: 'POST', headers: { 'content-type': type }, body });
    await expectProblem(await post('{', 'application/json'), 400);
    await expectProblem(await post('[]', 'application/json'), 422);
    await expectProblem(await post('"x"', 'application/json'), 422);
    await expectProblem(await post('x', 'image/png'), 415);
    await expectProblem(await post(JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json'), 413);
    await expectProblem(await member.send('POST', '/admin/turns', { body: {} }), 404);
  });
});

describe('the process', () => {
  it('says that it lives and is ready', async () => {
    for (const route of ['/health/live', '/health/ready']) {
      expect(await (await fetch(admin.url + route)).json()).toMatchObject({ status: 'up' });
    }
  });

  it('has numbers for Prometheus', async () => {
    const response = await fetch(`${admin.url}/metrics`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')]);
  });

  it('lets pages run and load the console’s own files only', async () => {
    const { headers } = await fetch(`${admin.url}/health/live`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
