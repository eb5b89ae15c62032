import { consoleTrace, foundSpanPage, traceFacets } from '#contracts/console';
import { everyPage, expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addManyTraces, addSpans, addTurn, cancelledSpans } from '../console-rows.fixture.ts';

const { admin, member, analyst, stranger } = useAdmin();

beforeAll(async () => {
  const { database, orgA } = admin;
  for (let index = 0; index < 5; index += 1) {
    const turn = await addTurn(database, { orgId: orgA.id });
    await addSpans(database, orgA.id, turn, [
      {
        name: 'turn',
        kind: 'turn',
        startMs: index / 1_000,
        durationMs: (index + 1) * 1_000,
        costUsd: index / 100,
        error: index === 4 ? 'No model answered' : undefined,
        input: 'a flat with a "lemon view"',
      },
      {
        name: 'chat gpt-5-mini',
        kind: 'model',
        startMs: 1,
        durationMs: 10,
        parent: 'turn',
        model: 'gpt-5-mini',
      },
    ]);
  }
});

const found = (who: SignedIn, query = '') => who.read(foundSpanPage, `/admin/traces?${query}`);
const durations = async (query: string) =>
  (await found(member, query)).items.map(({ durationMs }) => durationMs).sort();

it('finds turns by status, cost, duration and words', async () => {
  expect((await found(member)).items.map(({ kind }) => kind)).toEqual(Array(5).fill('turn'));
  expect(await durations('status=error')).toEqual([5_000]);
  expect(await durations('minCost=0.03')).toEqual([4_000, 5_000]);
  expect(await durations('minCost=0.01&maxCost=0.02')).toEqual([2_000, 3_000]);
  expect(await durations('minMs=2000&maxMs=3000')).toEqual([2_000, 3_000]);
  expect(await durations('q=no+MODEL')).toEqual([5_000]);
  for (const words of ['lemon', 'lemon view', '"lemon view"', '“lemon view”'])
    expect(await durations(`q=${encodeURIComponent(words)}`)).toHaveLength(5);
});

it('finds turns that began in a time range, inclusive of its start and exclusive of its end', async () => {
  const all = (await found(member)).items;
  const ids = async (query: string) => (await found(member, query)).items.map(({ spanId }) => spanId);
  const of = (from: number, to?: number) => all.slice(from, to).map(({ spanId }) => spanId);
  const [second, middle, fourth] = [1, 2, 3].map((place) => all[place]?.startedAt ?? '');
  expect(await ids(`from=${middle}`)).toEqual(of(0, 3));
  expect(await ids(`to=${middle}`)).toEqual(of(3));
  expect(await ids(`from=${fourth}&to=${second}`)).toEqual(of(2, 4));
  const inParis = encodeURIComponent(
    new Date(Date.parse(middle ?? '') + 3_600_000).toISOString().replace('Z', '+01:00'),
  );
  expect(await ids(`from=${inParis}&days=1&limit=2`)).toEqual(of(0, 2));
  expect(await ids('to=2026-01-31T09:00:00Z')).toEqual([]);
});

it.each([
  ['from=yesterday', '/from', 'expected a date and time such as 2026-01-31T09:00:00Z'],
  ['to=2026-02-30T00:00:00Z', '/to', 'expected a date and time'],
  ['from=2026-01-31T09:00:00', '/from', 'expected a date and time'],
  ['from=2026-02-01T00:00:00Z&to=2026-01-31T23:00:00Z', '/to', 'expected a moment after `from`'],
  ['from=2026-02-01T00:00:00Z&to=2026-02-01T01:00:00%2B01:00', '/to', 'expected a moment after `from`'],
  ['maxCost=cheap', '/maxCost', ''],
  ['maxCost=-1', '/maxCost', ''],
  ['minCost=2&maxCost=1', '/maxCost', 'expected no less than `minCost`'],
  ['minMs=2&maxMs=1', '/maxMs', 'expected no less than `minMs`'],
])('refuses %s and says why', async (query, pointer, words) => {
  for (const path of ['/admin/traces', '/admin/traces/facets']) {
    const problem = await expectProblem(await member.get(`${path}?${query}`), 422);
    expect(JSON.stringify(problem)).toContain(pointer);
    expect(JSON.stringify(problem)).toContain(words);
  }
});

it('finds the runs that called a model', async () => {
  expect((await found(member, 'model=gpt-5-mini')).items.map(({ models }) => models)).toEqual(
    Array(5).fill(['gpt-5-mini']),
  );
  expect((await found(member, 'model=other')).items).toEqual([]);
});

it('pages through traces without gaps or repeats', async () => {
  const seen = await everyPage((next) => found(member, `limit=2${next}`));
  expect([seen.length, new Set(seen.map(({ traceId }) => traceId)).size]).toEqual([5, 5]);
});

it('hides traces from other orgs, and searches no text for an analyst', async () => {
  expect((await found(stranger)).items).toEqual([]);
  expect((await found(analyst, 'q=lemon')).items).toEqual([]);
  expect((await found(analyst, 'status=error')).items).toHaveLength(1);
});

it('finds words in any of many runs', async () => {
  const { database, orgB } = admin;
  await addManyTraces(database, orgB.id, 2_500, (index) => ({
    status: 'error',
    latencyMs: index,
    errorMessage: index === 2_100 ? 'a "needle", here' : 'hay',
  }));
  for (const words of ['needle', 'NEED', '"needle", h']) {
    const { items, nextCursor } = await found(stranger, `q=${encodeURIComponent(words)}`);
    expect([items.map(({ durationMs }) => durationMs), nextCursor]).toEqual([[2_100], null]);
  }
  expect(await found(stranger, 'q=needle&minMs=2300')).toEqual({ items: [], nextCursor: null });
  expect((await found(stranger, 'q=needle+hay')).items).toEqual([]);
  expect((await found(stranger, 'q=%22')).items).toEqual([]);
  expect((await found(stranger, 'minMs=2499')).items).toHaveLength(1);
});

it('finds a trace, a turn and a conversation by its id', async () => {
  const [turn] = (await found(member)).items;
  for (const id of [turn?.traceId, turn?.turnId, turn?.conversationId]) {
    expect((await found(member, `q=${id}`)).items).toEqual([turn]);
    expect((await found(stranger, `q=${id}`)).items).toEqual([]);
  }
});

it('shows whether a span’s approval is still pending', async () => {
  const stopped = { kind: 'turn', startMs: 0, durationMs: 20, status: 'pending' } as const;
  const call = {
    name: 'asks',
    kind: 'tool',
    tool: 'send_offer',
    startMs: 5,
    durationMs: 1,
    status: 'pending',
  } as const;
  const [waits, went] = [
    await addTurn(admin.database, { orgId: admin.orgB.id, state: 'awaiting_approval' }),
    await addTurn(admin.database, { orgId: admin.orgB.id }),
  ];
  await addSpans(admin.database, admin.orgB.id, waits, [
    { ...stopped, name: 'turn' },
    { ...call, parent: 'turn' },
  ]);
  await addSpans(admin.database, admin.orgB.id, went, [
    { ...stopped, name: 'turn' },
    { ...stopped, name: 'turn (2)', startMs: 60_000, status: 'success' },
  ]);
  const saidOf = async (query: string) =>
    (await found(stranger, query)).items.map(({ turnId, status, awaitsApproval }) => [
      turnId,
      status,
      awaitsApproval,
    ]);
  expect(await saidOf(`q=${waits.id}`)).toEqual([[waits.id, 'pending', true]]);
  expect(await saidOf('tool=send_offer')).toEqual([[waits.id, 'pending', true]]);
  expect(await saidOf(`q=${went.id}`)).toEqual([[went.id, 'success', false]]);
  const again = await addTurn(admin.database, { orgId: admin.orgB.id, state: 'awaiting_approval' });
  await addSpans(admin.database, admin.orgB.id, again, [
    { ...stopped, name: 'turn' },
    { ...call, parent: 'turn' },
    { ...stopped, name: 'turn (2)', startMs: 60_000 },
    { ...call, name: 'asks (2)', startMs: 60_005, parent: 'turn (2)' },
  ]);
  expect(await saidOf(`q=${again.id}`)).toEqual([[again.id, 'pending', true]]);
  const spansOf = async ({ id, traceId }: { id: string; traceId: string }) =>
    (await stranger.read(consoleTrace, `/admin/traces/${traceId}?turn=${id}`)).spans;
  expect((await spansOf(waits)).map(({ awaitsApproval }) => awaitsApproval)).toEqual([true, true]);
  expect((await spansOf(again)).map(({ name, awaitsApproval }) => [name, awaitsApproval])).toEqual([
    ['turn', false],
    ['asks', false],
    ['turn (2)', true],
    ['asks (2)', true],
  ]);
});

it('marks the run of a cancelled turn and its interrupted step as cancelled', async () => {
  const turn = await addTurn(admin.database, { orgId: admin.orgB.id, state: 'cancelled' });
  const handedBack = { name: 'turn (1)', kind: 'turn', startMs: 2, durationMs: 5 };
  await addSpans(admin.database, admin.orgB.id, turn, [handedBack, ...cancelledSpans]);
  const { items } = await found(stranger, `q=${turn.id}`);
  expect(items.map(({ name, status, cancelled }) => [name, status, cancelled])).toEqual([
    ['turn', 'success', true],
  ]);
  const { spans } = await stranger.read(consoleTrace, `/admin/traces/${turn.traceId}`);
  expect(spans.map(({ name, status, cancelled }) => [name, status, cancelled])).toEqual([
    ['turn (1)', 'success', false],
    ['turn', 'success', true],
    ['settle', 'error', true],
  ]);
});

it('shows a turn once with its attempts, under the status of the last one', async () => {
  const { database, orgB } = admin;
  const states = ['failed', 'failed', 'completed', 'cancelled'] as const;
  for (const state of states) {
    const turn = await addTurn(database, { orgId: orgB.id, state });
    const last = { startMs: 400, error: state === 'failed' ? 'No model answered' : undefined };
    const attempts = [0, 100, 200, 300].map((startMs) => ({ startMs, error: 'No model answered' }));
    await addSpans(
      database,
      orgB.id,
      turn,
      [...attempts, last].map((attempt) => ({
        ...attempt,
        name: `attempt ${attempt.startMs}`,
        kind: 'turn',
        agent: 'persistent',
        durationMs: 50,
      })),
    );
  }
  const listed = async (query = '') =>
    (await found(stranger, `agent=persistent&${query}`)).items.map(
      ({ name, attempts }) => `${name}, of ${attempts}`,
    );
  const last = 'attempt 400, of 5';
  expect(await listed()).toEqual([last, last, last, last]);
  expect(await everyPage((next) => found(stranger, `agent=persistent&limit=1${next}`))).toHaveLength(4);
  const { status } = await stranger.read(traceFacets, '/admin/traces/facets?agent=persistent');
  expect(status.values).toEqual([
    { value: 'error', count: 2 },
    { value: 'cancelled', count: 1 },
    { value: 'success', count: 1 },
  ]);
  for (const { value, count } of status.values) expect(await listed(`status=${value}`)).toHaveLength(count);
  expect(await listed('q=answered')).toHaveLength(2);
});

it('does not mark answered or failed runs as cancelled', async () => {
  const turn = await addTurn(admin.database, { orgId: admin.orgB.id });
  const failed = { name: 'model', kind: 'model', startMs: 5, durationMs: 1, error: 'The provider is busy.' };
  await addSpans(admin.database, admin.orgB.id, turn, [
    { name: 'turn', kind: 'turn', startMs: 0, durationMs: 20 },
    failed,
  ]);
  const { spans } = await stranger.read(consoleTrace, `/admin/traces/${turn.traceId}`);
  expect(spans.map(({ cancelled }) => cancelled)).toEqual([false, false]);
});
