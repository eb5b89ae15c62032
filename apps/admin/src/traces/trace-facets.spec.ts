import { traceFacets, type TraceFacetName } from '#contracts/console';
import { useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addManyTraces, addSpans, addTurn, type NewSpan } from '../console-rows.fixture.ts';

const { admin, member, analyst, stranger, platform } = useAdmin();

beforeAll(async () => {
  const { orgA, orgB } = admin;
  const slow = { agent: 'negotiator', error: 'No model answered' };
  for (const odd of [{}, {}, slow]) {
    await addTrace(orgA.id, [
      { ...span('turn'), durationMs: odd === slow ? 9_000 : 1_000, ...odd },
      { ...span('model'), parent: 'turn', model: 'gpt-5-mini' },
      { ...span('tool'), parent: 'turn', tool: 'search_properties' },
    ]);
  }
  // A job calls a tool too.
  await addTrace(orgA.id, [
    { ...span('job'), error: 'Refused' },
    { ...span('tool'), parent: 'job', tool: 'send_email', error: 'Refused' },
  ]);
  await addTrace(orgB.id, [span('turn'), { ...span('tool'), parent: 'turn', tool: 'only_of_b' }]);
});

const span = (kind: string): NewSpan => ({ name: kind, kind, startMs: 0, durationMs: 10 });

async function addTrace(orgId: string, spans: NewSpan[]): Promise<void> {
  await addSpans(admin.database, orgId, await addTurn(admin.database, { orgId }), spans);
}

const facets = (who: SignedIn, query = '') => who.read(traceFacets, `/admin/traces/facets?${query}`);
const counts = async (who: SignedIn, facet: TraceFacetName, query = '') =>
  Object.fromEntries((await facets(who, query))[facet].values.map(({ value, count }) => [value, count]));

it('counts the values of each facet, the most frequent first', async () => {
  const { status, agent, pack, tool, model } = await facets(member);
  expect(status.values).toEqual([
    { value: 'success', count: 2 },
    { value: 'error', count: 1 },
  ]);
  expect(agent.values.map(({ value }) => value)).toEqual(['searcher', 'negotiator']);
  expect(pack.values).toEqual([{ value: 'estio', count: 3 }]);
  expect(tool).toEqual({
    values: [
      { value: 'search_properties', count: 3 },
      { value: 'send_email', count: 1 },
    ],
    counted: 4,
    complete: true,
  });
  expect(model).toEqual({ values: [{ value: 'gpt-5-mini', count: 3 }], counted: 4, complete: true });
});

it('counts a facet’s values under the other filters, not its own', async () => {
  expect(await counts(member, 'agent', 'status=error&agent=searcher')).toEqual({ negotiator: 1 });
  expect(await counts(member, 'status', 'status=error&agent=searcher')).toEqual({ success: 2 });
  expect(await counts(member, 'tool', 'status=error')).toEqual({ search_properties: 1, send_email: 1 });
  expect(await counts(member, 'agent', 'minMs=5000')).toEqual({ negotiator: 1 });
  expect(await counts(member, 'agent', 'maxCost=0')).toEqual({});
  expect(await counts(member, 'pack', 'pack=ohm')).toEqual({ estio: 3 });
  expect(await counts(member, 'agent', 'pack=ohm')).toEqual({});
});

it('counts as many runs as a search with that value finds', async () => {
  const found = async (query: string) => {
    const page = (await (await member.get(`/admin/traces?${query}`)).json()) as { items: unknown[] };
    return page.items.length;
  };
  for (const given of ['', 'status=error', 'tool=search_properties', 'model=gpt-5-mini', 'agent=searcher']) {
    const { org: _org, ...counted } = await facets(member, given);
    for (const [facet, { values }] of Object.entries(counted)) {
      for (const { value, count } of values) {
        const query = new URLSearchParams(given);
        query.set(facet, value);
        expect({ facet, value, given, count }).toEqual({
          facet,
          value,
          given,
          count: await found(query.toString()),
        });
      }
    }
  }
});

it('counts only runs of orgs that the viewer may see, for every role', async () => {
  for (const who of [member, analyst]) expect(await counts(who, 'org')).toEqual({ 'org-a': 3 });
  expect(await counts(stranger, 'tool')).toEqual({ only_of_b: 1 });
  expect(await counts(member, 'tool')).not.toHaveProperty('only_of_b');
  expect(await counts(platform, 'org')).toEqual({ 'org-a': 3, 'org-b': 1 });
  expect(await counts(platform, 'tool', 'org=org-b')).toEqual({ only_of_b: 1 });
});

it('counts only runs of the requested time range', async () => {
  const now = new Date().toISOString();
  expect(await counts(member, 'agent', `to=${now}`)).toEqual({ searcher: 2, negotiator: 1 });
  expect(await counts(member, 'agent', `from=${now}`)).toEqual({});
});

it('counts only the newest runs, and reports that the counts are incomplete', async () => {
  const { database, orgB } = admin;
  await addManyTraces(database, orgB.id, 5_200, (index) => ({
    status: index >= 5_100 ? 'error' : 'success',
    agent: `a${(index + 1) % 2}`,
  }));
  const { status, tool, agent } = await facets(stranger, 'agent=a1');
  expect(status).toEqual({ values: [{ value: 'success', count: 2_500 }], counted: 5_000, complete: false });
  expect(agent.counted).toBe(5_000);
  expect(tool.complete).toBe(true);
  // Older runs are counted if the requested range ends before the newest.
  const older = new Date(Date.now() - 3_600_000 - 5_150_000).toISOString();
  expect((await facets(stranger, `to=${older}`)).status.values).toEqual([
    { value: 'error', count: expect.any(Number) },
  ]);
  // Failed runs are read separately.
  expect((await facets(stranger, 'status=error')).agent).toEqual({
    values: [
      { value: 'a0', count: 50 },
      { value: 'a1', count: 50 },
    ],
    counted: 100,
    complete: true,
  });
});
