import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { packIds } from '#contracts';
import {
  analyticsAnswer,
  analyticsCatalogue,
  consoleOverview,
  consoleSpanDetail,
  consoleTrace,
  consoleTurnDetail,
  consoleTurnPage,
  foundSpanPage,
  retriedTurns,
} from '#contracts/console';
import { Rollups } from '#analytics';
import { OrgService } from '#identity';
import { JobQueue } from '#queue';
import { platformDatasets } from '#tools';
import { bodyOf, everyPage, expectProblem, useAdmin } from '../admin.fixture.ts';
import { addSpans, addTurn, cancelledSpans, type AddedTurn } from '../console-rows.fixture.ts';
import { usualSpans } from '../usual-spans.fixture.ts';

const { admin, member, analyst, stranger: other, platform } = useAdmin();

describe('the list of turns', () => {
  it('applies every filter', async () => {
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
    const filters = (
      'state=failed agent=negotiator agent=estio/negotiator channel=voice contact=omar ' +
      'q=%D8%B4%D9%82%D8%A9 q=OMAR'
    ).split(' ');
    for (const filter of [
      ...filters,
      `q=${failed.id}`,
      `q=${failed.traceId}`,
      `q=${failed.conversationId}`,
      `among=${packIds([failed.id, randomUUID()])}`,
    ]) {
      const page = await member.read(consoleTurnPage, `/admin/turns?${filter}`);
      expect([filter, page.items.map((item) => item.id)]).toEqual([filter, [failed.id]]);
    }
    expect((await member.read(consoleTurnPage, '/admin/turns?q=%25')).items).toEqual([]);
  });

  it('shows the matching reply if the message does not contain the words', async () => {
    const { database, orgA } = admin;
    const reply = `${'A quiet street. '.repeat(20)}Both have open kitchens\nwith a hob.`;
    const turn = await addTurn(database, { orgId: orgA.id, text: 'Which of the flats?', reply });
    const found = async (q: string) =>
      (await member.read(consoleTurnPage, `/admin/turns?q=${q}`)).items.find((item) => item.id === turn.id)
        ?.found;
    expect(await found('KITCHENS')).toEqual({
      role: 'assistant',
      text: expect.stringMatching(/^.{0,10}kitchens with a hob\.$/),
    });
    expect(await found('flats')).toBeNull();
    const hidden = await analyst.read(consoleTurnPage, '/admin/turns?q=maria');
    expect(hidden.items.every((item) => item.found === null)).toBe(true);
  });

  it('names the agent and the model of a turn that ended without a reply by its last run', async () => {
    const { database, orgA } = admin;
    const cancelled = await addTurn(database, { orgId: orgA.id, state: 'cancelled' });
    const queued = await addTurn(database, { orgId: orgA.id, state: 'queued' });
    for (const turn of [cancelled, queued]) await addSpans(database, orgA.id, turn, cancelledSpans);
    await admin.query('UPDATE turns SET agent = NULL, model = NULL WHERE org_id = $1 AND id = ANY($2)', [
      [cancelled.id, queued.id],
    ]);
    const { items } = await member.read(
      consoleTurnPage,
      `/admin/turns?among=${packIds([cancelled.id, queued.id])}`,
    );
    const named = Object.fromEntries(items.map(({ id, agent, model }) => [id, [agent, model]]));
    expect(named).toEqual({ [cancelled.id]: ['searcher', 'gpt-5-mini'], [queued.id]: [null, null] });
    const { turn } = await member.read(consoleTurnDetail, `/admin/turns/${cancelled.id}`);
    expect([turn.agent, turn.model]).toEqual(['searcher', 'gpt-5-mini']);
  });

  it('is paged without gaps or repeats', async () => {
    const { database, orgB } = admin;
    const moment = new Date('2026-11-19T10:00:00Z');
    for (let index = 0; index < 25; index += 1)
      await addTurn(database, { orgId: orgB.id, createdAt: moment });
    const seen = await everyPage((next) => other.read(consoleTurnPage, `/admin/turns?limit=10${next}`));
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([25, 25]);
  });

  it('answers 304 if it has not changed', async () => {
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
  let turn: AddedTurn;
  let spans: Map<string, string>;

  beforeAll(async () => {
    turn = await addTurn(admin.database, { orgId: admin.orgA.id });
    spans = await addSpans(admin.database, admin.orgA.id, turn, usualSpans());
  });

  it('comes with nearby messages of its conversation', async () => {
    const { database, orgA } = admin;
    const conversationId = randomUUID();
    const turns: AddedTurn[] = [];
    for (let seq = 1; seq <= 20; seq += 1)
      turns.push(await addTurn(database, { orgId: orgA.id, conversationId, seq, text: `Question ${seq}` }));
    const detail = await member.read(consoleTurnDetail, `/admin/turns/${turns[13]?.id}`);
    expect(
      detail.messages.map((message) => message.text).filter((text) => text?.startsWith('Question')),
    ).toEqual(Array.from({ length: 16 }, (_, index) => `Question ${index + 4}`));
    expect([detail.messagesBefore, detail.messagesAfter]).toEqual([6, 2]);
    expect(detail.turn).toMatchObject({
      state: 'completed',
      totals: { promptTokens: 3_512, costUsd: 0.00123 },
    });
  });

  it('has its trace as a tree with totals and critical path', async () => {
    const trace = await member.read(consoleTrace, `/admin/traces/${turn.traceId}?turn=${turn.id}`);
    expect(trace.totals).toEqual({
      wallMs: 1_222,
      queuedMs: 12,
      approvalMs: null,
      costUsd: expect.closeTo(0.00123),
      promptTokens: 3_512,
      cachedTokens: 0,
      completionTokens: 220,
      modelRounds: 2,
      toolCalls: 2,
    });
    const byName = new Map(trace.spans.map((span) => [span.name, span]));
    expect(byName.get('queue')).toMatchObject({ startMs: 6, durationMs: 12, critical: true });
    expect(byName.get('execute_tool search_properties')).toMatchObject({
      startMs: 561,
      durationMs: 84,
      critical: true,
      parentSpanId: spans.get('loop'),
    });
    expect(byName.get('execute_tool store_insight')).toMatchObject({ critical: false, status: 'error' });
    expect(byName.get('job summarize')).toMatchObject({ durationMs: null, critical: false });
  });

  const spanNamed = (name: string) =>
    member.read(consoleSpanDetail, `/admin/traces/${turn.traceId}/spans/${spans.get(name)}`);

  it('has spans with their inputs and outputs, and with the tools that a model was offered', async () => {
    const description = expect.stringContaining('Searches') as string;
    const parameters = expect.objectContaining({ type: 'object' }) as object;
    expect(await spanNamed('chat gpt-5-mini')).toMatchObject({
      output: null,
      toolCalls: [{ name: 'search_properties' }],
      thoughtSteps: ['A flat near the sea.', 'The search knows both.'],
      offered: [
        { name: 'search_properties', description, parameters },
        { name: 'sell_boats', description: null, parameters: null },
      ],
    });
    // A call that had to answer, and a call of a tool.
    expect((await spanNamed('chat gpt-5-mini (2)')).offered).toBeNull();
    expect(await spanNamed('execute_tool search_properties')).toMatchObject({
      input: { city: 'Paphos' },
      output: { success: true },
      offered: null,
    });
  });
});

it('retries failed turns of the viewer’s org only', async () => {
  const { database, orgA, orgB, app } = admin;
  const failed = (orgId: string) =>
    addTurn(database, { orgId, state: 'failed', error: { class: 'MODEL_UNAVAILABLE', message: 'Busy.' } });
  const own = await Promise.all([failed(orgA.id), failed(orgA.id)]);
  const others = [await failed(orgB.id), await addTurn(database, { orgId: orgA.id })];
  const retry = (body: object) => member.send('POST', '/admin/turns/retry', { body });
  const { retried } = await bodyOf(retriedTurns, retry({ ids: [...own, ...others].map(({ id }) => id) }));
  expect(retried.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
  for (const id of retried) {
    const { turn } = await member.read(consoleTurnDetail, `/admin/turns/${id}`);
    expect(turn).toMatchObject({ state: 'queued', error: null, finishedAt: null });
    expect(await app.get(JobQueue).isLive('turn.chat', `${id}-1`)).toBe(true);
  }
  expect(await admin.audited({ action: 'turn.retry' })).toHaveLength(2);
  await expectProblem(await retry({ ids: [] }), 422);
});

describe('a turn that waited for a person for most of its time', () => {
  const WAITED_MS = 40 * 60_000;
  /** Its runs, the wait in the queue, and the error of percentiles from rollups. */
  const MOST_MS = 1_300;
  let turn: AddedTurn;

  beforeAll(async () => {
    const { id: orgId } = await admin.app.get(OrgService).create({ slug: 'patient', name: 'Patient' });
    turn = await addTurn(admin.database, { orgId, createdAt: new Date(Date.now() - 50 * 60_000) });
    const run = { kind: 'turn', tokens: [100, 10] as [number, number], costUsd: 0.5 };
    const call = { ...run, kind: 'model', model: 'gpt-5-mini' };
    const tool = { kind: 'tool', tool: 'send_offer' };
    const pending = { 'turnpike.tool.approval': 'pending' };
    const replayed = { 'turnpike.replayed': true };
    const rules = { 'turnpike.generated_by': 'rules' };
    const again = 50 + WAITED_MS;
    const second = { parent: 'turn (2)' };
    await addSpans(admin.database, orgId, turn, [
      { ...run, name: 'turn', startMs: 10, durationMs: 40, status: 'pending' },
      { ...call, name: 'first', parent: 'turn', startMs: 12, durationMs: 20 },
      { ...tool, name: 'asks', parent: 'turn', startMs: 35, durationMs: 1, attributes: pending },
      { ...run, name: 'turn (2)', startMs: again, durationMs: 30 },
      { ...second, kind: 'model', name: 'replay', startMs: again + 1, durationMs: 0, attributes: replayed },
      { ...second, kind: 'model', name: 'task choose', startMs: again + 2, durationMs: 1, attributes: rules },
      { ...second, ...tool, name: 'runs', startMs: again + 5, durationMs: 5 },
      { ...second, ...call, name: 'second', startMs: again + 10, durationMs: 9 },
    ]);
    await admin.query(
      `UPDATE turns SET waited_ms = $2::float8, finished_at = finished_at + $2::float8 * interval '1 millisecond' WHERE org_id = $1`,
      [WAITED_MS],
      orgId,
    );
    await admin.app.get(Rollups).rollOrg(orgId);
  });

  const ORG = 'org=patient';
  const get = async <Schema extends z.ZodType, Picked = number | null>(
    schema: Schema,
    path: string,
    times: (answer: z.output<Schema>) => Picked[],
  ) => times(await platform.read(schema, `/admin/${path}`));
  const measured = async (by: string) => {
    const names = await get(analyticsCatalogue, 'analytics/measures', ({ items }) =>
      items.flatMap(({ name }) => (name.startsWith('latency') ? name : [])),
    );
    const query = `${ORG}&by=${by}&measures=${names.join()}`;
    return get(analyticsAnswer, `analytics/query?${query}`, ({ rows }) =>
      rows.flatMap(({ values }) => values),
    );
  };
  const stored = async (column: string, table: string, id: string) => {
    const rows = await admin.database.asPlatform('the test reads as an analyst', (tx) =>
      tx.query<{ ms: number }>(`SELECT (${column})::float8 AS ms FROM ${table} WHERE ${id} = $1`, [turn.id]),
    );
    return rows.map(({ ms }) => ms);
  };
  const places: Record<string, () => Promise<(number | null)[]>> = {
    'the overview': () =>
      get(consoleOverview, `overview?${ORG}`, ({ hour, minutes }) =>
        [hour.p50Ms, hour.p95Ms].concat(minutes.flatMap(({ p95Ms }) => p95Ms ?? [])),
      ),
    'the list of turns': () =>
      get(consoleTurnPage, `turns?${ORG}`, ({ items }) => items.map(({ replyMs }) => replyMs)),
    'the turn': () => get(consoleTurnDetail, `turns/${turn.id}`, (detail) => [detail.turn.replyMs]),
    'the list of traces': () =>
      get(foundSpanPage, `traces?${ORG}`, ({ items }) => items.map(({ durationMs }) => durationMs)),
    'analytics by day': () => measured('day&days=2'),
    'analytics by minute': () => measured('minute'),
    'the view for analysts': () => stored('latency_ms', 'analytics.turns', 'turn_id'),
    'the dataset for staff': () => {
      const dataset = platformDatasets.find(({ name }) => name === 'turns');
      return stored(dataset?.fields.latencyMs?.column ?? '', 'turns', 'id');
    },
  };

  it('has a trace that separates worker time from this wait, and counts its totals once', async () => {
    const trace = await platform.read(consoleTrace, `/admin/traces/${turn.traceId}`);
    const answered = trace.spans.map(({ name, answeredBy }) => [name, answeredBy]);
    expect(answered.filter(([, by]) => by !== null)).toEqual([
      ['replay', 'an earlier run'],
      ['task choose', 'rules'],
    ]);
    expect(trace.totals).toEqual({
      wallMs: expect.closeTo(70, 2),
      queuedMs: null,
      approvalMs: expect.closeTo(WAITED_MS, 2),
      costUsd: 1,
      promptTokens: 200,
      cachedTokens: 0,
      completionTokens: 20,
      modelRounds: 2,
      toolCalls: 1,
    });
  });

  it.each(Object.keys(places))('has a time to reply without it in %s', async (place) => {
    const times = (await places[place]?.()) ?? [];
    expect(times).not.toEqual([]);
    for (const ms of times) {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThan(MOST_MS);
    }
  });
});
