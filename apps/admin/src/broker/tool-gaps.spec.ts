import { toolGapReport } from '#contracts/console';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision, type TestDecision } from './broker-decision.fixture.ts';

let wished: string;

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.UTC(2026, 10, 20, 12) - hours * HOUR_MS);
const add = (orgId: string, text: string, hours: number, more: TestDecision = {}) =>
  addDecision(admin.database, orgId, {
    text,
    at: hoursAgo(hours),
    selected: [],
    gaps: ['nothing_ranked'],
    ...more,
  });

const { admin, member, platform } = useAdmin({ env: { CLOCK_AT: '2026-11-20T12:00:00Z' } });

beforeAll(async () => {
  const { orgA, orgB } = admin;
  await add(orgA.id, 'Can you sync this with Xero?', 1);
  await add(orgA.id, 'Please connect our Xero accounting', 2, { gaps: ['nothing_ranked', 'said_no_tool'] });
  wished = await add(orgA.id, 'Is there a Xero connection?', 3, {
    gaps: ['search_found_nothing', 'feature_requested'],
    agent: 'searcher',
  });
  await add(orgA.id, 'أريد حجز قارب', 4, { language: 'ar' });
  await add(orgA.id, 'Xero before all of that', 24 * 10);
  await add(orgA.id, 'A tool did this', 1, { gaps: [] });
  await add(orgB.id, 'We work with Xero', 5);
  const request = await admin.addRow('feature_requests', { title: 'Xero sync', votes: 7 });
  await admin.query(
    `INSERT INTO feature_request_occurrences (org_id, id, request_id, turn_id, quote, created_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'q', now())`,
    [request, wished],
  );
});

const read = (who: SignedIn, query = '') => who.read(toolGapReport, `/admin/broker/gaps${query}`);

it('groups turns without a fitting tool, with counts, examples and feature requests', async () => {
  const report = await read(member);
  expect(report).toMatchObject({
    turns: 4,
    clustered: 4,
    clusters: 2,
    to: expect.stringContaining('2026-11-20T12:'),
  });
  expect(report.items[0]).toMatchObject({
    words: expect.arrayContaining(['xero']),
    turns: 3,
    kinds: { nothing_ranked: 2, said_no_tool: 1, search_found_nothing: 1, feature_requested: 1 },
    languages: ['en'],
    agents: ['closer', 'searcher'],
    orgs: [{ org: { slug: 'org-a' }, turns: 3 }],
    firstAt: hoursAgo(3).toISOString(),
    lastAt: hoursAgo(1).toISOString(),
    featureRequests: [{ title: 'Xero sync', status: 'new', votes: 7 }],
  });
  expect(report.items[0]?.examples.map(({ message }) => message)).toEqual([
    'Can you sync this with Xero?',
    'Please connect our Xero accounting',
    'Is there a Xero connection?',
  ]);
  expect(report.items[1]).toMatchObject({ turns: 1, languages: ['ar'], featureRequests: [] });
});

it('filters tool gaps by time and kind, and shows the largest first', async () => {
  expect((await read(member, '?days=30')).turns).toBe(5);
  const days = `from=${hoursAgo(24 * 11).toISOString()}&to=${hoursAgo(24).toISOString()}`;
  expect((await read(member, `?${days}`)).items).toMatchObject([{ turns: 1 }]);
  expect((await read(member, '?kind=feature_requested')).items).toMatchObject([
    { turns: 1, examples: [{ turnId: wished }] },
  ]);
  expect(await read(member, '?limit=1')).toMatchObject({ clusters: 2, items: [{ turns: 3 }] });
  expect(await read(member, '?kind=said_no_tool&days=1')).toMatchObject({ turns: 1 });
});

it('continues with smaller groups, in the time range of the first page', async () => {
  const first = await read(member, '?limit=1&days=7');
  expect(first.nextCursor).toEqual(expect.any(String));
  const second = await read(member, `?limit=1&days=30&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({
    from: first.from,
    to: first.to,
    turns: 4,
    clusters: 2,
    items: [{ turns: 1, languages: ['ar'] }],
    nextCursor: null,
  });
});

it('shows a platform admin the tool gaps of every org, or of the picked org', async () => {
  const [xero] = (await read(platform)).items;
  expect(xero?.orgs.map(({ org, turns }) => [org.slug, turns])).toEqual([
    ['org-a', 3],
    ['org-b', 1],
  ]);
  expect((await read(platform, '?org=org-b')).turns).toBe(1);
});

it('continues after the previous page even if a turn of its time range is written late', async () => {
  const { orgB } = admin;
  await add(orgB.id, 'Xero, please', 6);
  await add(orgB.id, 'A boat on the lake', 7);
  const first = await read(platform, '?org=org-b&limit=1');
  expect(first.items).toMatchObject([{ words: expect.arrayContaining(['xero']), turns: 2 }]);
  // Two workers commit in a different order than they began: boats are now the largest group.
  await add(orgB.id, 'The boat, again', 8);
  await add(orgB.id, 'Another boat', 9);
  const second = await read(platform, `?org=org-b&limit=1&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ turns: 3, clusters: 2, nextCursor: null, items: [{ turns: 1 }] });
  expect(second.items[0]?.examples).toMatchObject([{ message: 'A boat on the lake' }]);
  // A new listing contains all of them.
  expect((await read(platform, '?org=org-b&days=8')).items).toMatchObject([{ turns: 3 }, { turns: 2 }]);
});

it('refuses an empty time range', async () => {
  const query = 'from=2026-11-20T10:00:00Z&to=2026-11-20T09:00:00Z';
  await expectProblem(await member.get(`/admin/broker/gaps?${query}`), 422);
});
