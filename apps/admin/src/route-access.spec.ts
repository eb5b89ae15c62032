import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { forAllAsync } from '../../../test/harness/for-all.ts';
import { asText, forgedCursor, nearly } from '../../../libs/contracts/testing/nearly.ts';
import { nameOf, routesOf, type AdminRoute } from './admin-routes.fixture.ts';
import { useAdmin } from './admin.fixture.ts';
import { addTurn } from './console-rows.fixture.ts';

/** Values that match nothing. A route with a parameter of another name has to be added here. */
const PARAMETERS: Record<string, string> = {
  approvalId: randomUUID(),
  drawer: 'components',
  fingerprint: '0123456789abcdef',
  hash: '0'.repeat(64),
  id: randomUUID(),
  key: 'tool_broker',
  kind: 'plan',
  name: 'some_name',
  period: 'day',
  place: '1.0',
  provider: 'openai',
  queue: 'chat',
  spanId: '0123456789abcdef',
  task: 'negotiation',
  traceId: '0'.repeat(32),
  turnId: randomUUID(),
};
const QUERIES_PER_ROUTE = 60;
const CURSORS_PER_ROUTE = 200;
/** Parameters of which arbitrary values are seldom valid. */
const USUAL: Record<string, fc.Arbitrary<string>> = {
  days: fc.constantFrom('1', '30'),
  limit: fc.constantFrom('1', '200'),
  org: fc.constantFrom('org-a', 'org-b'),
};
/** Ends only the session of the caller. */
const OWN_SESSION = 'DELETE /admin/session';
const WITHOUT_SESSION = new Set([
  'POST /admin/session',
  'POST /admin/invitations/open',
  'POST /admin/invitations/accept',
]);

/** Routes whose answers do not depend on the picked org. */
const OF_THE_CALLER = new Set(['GET /admin/orgs', 'GET /admin/session', 'GET /admin/analytics/measures']);

let routes: AdminRoute[];

const { admin, analyst, everyAnalyst, orgAdmin, platform } = useAdmin({
  env: { SECRETS_KEY: 'the key of the test' },
});

beforeAll(async () => {
  routes = routesOf(admin).filter(({ path }) => path.startsWith('/admin/'));
});

it('refuses every change by an analyst, of one org or of all orgs', async () => {
  const before = (await admin.audited({})).length;
  const kept = new Set([...WITHOUT_SESSION, OWN_SESSION]);
  for (const route of routes) {
    if (route.method === 'GET' || kept.has(nameOf(route))) continue;
    for (const someone of [analyst, everyAnalyst]) {
      const answer = await someone.send(route.method, addressOf(route), { body: {} });
      expect({ route, status: answer.status }).toEqual({ route, status: 403 });
    }
  }
  expect((await admin.audited({})).length).toBe(before);
});

it('hides other orgs from an org admin, and refuses changes there', async () => {
  const before = (await admin.audited({})).length;
  for (const route of routes) {
    const name = nameOf(route);
    if (WITHOUT_SESSION.has(name) || name === OWN_SESSION) continue;
    const answer = await orgAdmin.send(route.method, `${addressOf(route)}?org=org-b`, {
      body: route.method === 'GET' ? undefined : {},
    });
    // 422: the route takes no org, or validates its body before the org.
    const refused = [403, 404, 409, 422].includes(answer.status) || OF_THE_CALLER.has(name);
    expect({ name, status: answer.status, refused }).toEqual({ name, status: answer.status, refused: true });
    const text = await answer.text();
    expect({ name, tells: text.includes('Baltic') || text.includes(admin.orgB.id) }).toEqual({
      name,
      tells: false,
    });
  }
  expect((await admin.audited({})).length).toBe(before);
});

it('reserves queues and outbox tasks for platform admins', async () => {
  const ofQueues = routes.filter(({ path }) =>
    /^\/admin\/(queues|outbox-tasks|turns\/:turnId\/jobs)/.test(path),
  );
  expect(ofQueues.length).toBeGreaterThan(10);
  for (const route of ofQueues) {
    const body = route.path.endsWith('/replay') ? { payload: {} } : { ids: [randomUUID()] };
    const answer = await orgAdmin.send(route.method, addressOf(route), {
      body: route.method === 'GET' ? undefined : body,
    });
    expect({ route, status: answer.status }).toEqual({ route, status: 403 });
  }
});

it('refuses unknown, malformed and forged query parameters', async () => {
  const reading = routes.filter(({ method, query }) => method === 'GET' && Object.keys(query).length > 0);
  expect(reading.length).toBeGreaterThan(25);
  for (const route of reading) {
    const unfit = { org: 'No Slug', limit: '0', days: '0', cursor: '' };
    const known = Object.entries(unfit).filter(([name]) => name in route.query);
    for (const [name, value] of [['colour', 'red'] as const, ...known]) {
      const answer = await platform.get(`${addressOf(route)}?${name}=${value}`);
      expect({ route, name, status: answer.status }).toEqual({ route, name, status: 422 });
      expect(await answer.text()).toContain(name);
    }
    if (!('cursor' in route.query) || route.path.includes(':')) continue;
    const { status } = await platform.get(`${route.path}?org=org-a&cursor=nonsense`);
    expect({ route, status }).toEqual({ route, status: 422 });
  }
});

it('has no 500 for any query or forged cursor (property)', async () => {
  const { id: conversationId, traceId } = PARAMETERS;
  await addTurn(admin.database, { orgId: admin.orgA.id, conversationId, traceId });
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { measures, ...others } = route.query;
    const ask = async (query: Record<string, unknown>) => {
      const texts = Object.entries(query).map(([name, value]) => [name, asText(value).toWellFormed()]);
      const known = measures && { measures: 'turns' };
      const address = `${addressOf(route)}?${new URLSearchParams({ ...known, ...Object.fromEntries(texts) }).toString()}`;
      const { status } = await platform.get(address);
      if (status >= 500) throw new Error(`${address} answered ${status}`);
    };
    const few = fc.shuffledSubarray(Object.entries(others)).map((all) => all.slice(0, 3));
    const queries = few.chain((some) =>
      fc.record(Object.fromEntries(some.map(([name, schema]) => [name, USUAL[name] ?? nearly(schema)]))),
    );
    await forAllAsync(QUERIES_PER_ROUTE, queries, ask);
    const [from, to] = [others.from, others.to];
    if (from && to)
      await forAllAsync(QUERIES_PER_ROUTE, fc.record({ from: nearly(from), to: nearly(to) }), ask);
    if ('cursor' in others) await forAllAsync(CURSORS_PER_ROUTE, forgedCursor, (cursor) => ask({ cursor }));
  }
});

it('requires a session', async () => {
  for (const route of routes) {
    if (WITHOUT_SESSION.has(nameOf(route)) || route.path === '/admin/session') continue;
    const answer = await fetch(admin.url + addressOf(route), { method: route.method });
    expect({ route, status: answer.status }).toEqual({ route, status: 401 });
  }
});

function addressOf({ method, path }: AdminRoute): string {
  return path.replace(/:(\w+)/g, (_, parameter: string) => {
    const value = PARAMETERS[parameter];
    if (value === undefined) throw new Error(`${method} ${path}: give :${parameter} a value in this suite`);
    return value;
  });
}
