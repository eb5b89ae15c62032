import { randomUUID } from 'node:crypto';
import { packIds } from '#contracts';
import {
  consoleSpanDetail,
  consoleTrace,
  consoleTurnDetail,
  consoleTurnPage,
  retriedTurns,
} from '#contracts/console';
import { JobQueue } from '#queue';
import { bodyOf, everyPage, expectProblem, useAdmin } from '../admin.fixture.ts';
import { addSpans, addTurn, cancelledSpans, type AddedTurn } from '../console-rows.fixture.ts';
import { usualSpans } from '../usual-spans.fixture.ts';

const { admin, member, analyst, stranger: other } = useAdmin(['member', 'analyst', 'stranger']);

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
    await database.forOrg(orgA.id, (tx) =>
      tx.execute('UPDATE turns SET agent = NULL, model = NULL WHERE org_id = $1 AND id = ANY($2)', [
        [cancelled.id, queued.id],
      ]),
    );
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

  it('separates worker time from time awaiting approval, and counts its totals once', async () => {
    const call = { kind: 'model', model: 'gpt-5-mini', costUsd: 0.5, tokens: [100, 10] as [number, number] };
    const asked = { kind: 'tool', tool: 'send_offer' };
    const replayed = { 'turnpike.replayed': true };
    const resumed = await addTurn(admin.database, { orgId: admin.orgA.id });
    await addSpans(admin.database, admin.orgA.id, resumed, [
      {
        name: 'turn',
        kind: 'turn',
        startMs: 10,
        durationMs: 40,
        status: 'pending',
        tokens: [100, 10],
        costUsd: 0.5,
      },
      { ...call, name: 'first', parent: 'turn', startMs: 12, durationMs: 20 },
      {
        ...asked,
        name: 'asks',
        parent: 'turn',
        startMs: 35,
        durationMs: 1,
        attributes: { 'turnpike.tool.approval': 'pending' },
      },
      { name: 'turn (2)', kind: 'turn', startMs: 60_050, durationMs: 30, tokens: [100, 10], costUsd: 0.5 },
      {
        kind: 'model',
        name: 'first again',
        parent: 'turn (2)',
        startMs: 60_051,
        durationMs: 0,
        attributes: replayed,
      },
      { ...asked, name: 'runs', parent: 'turn (2)', startMs: 60_055, durationMs: 5 },
      { ...call, name: 'second', parent: 'turn (2)', startMs: 60_060, durationMs: 9 },
    ]);
    expect(
      (await member.read(consoleTrace, `/admin/traces/${resumed.traceId}?turn=${resumed.id}`)).totals,
    ).toEqual({
      wallMs: expect.closeTo(70, 2),
      queuedMs: null,
      approvalMs: expect.closeTo(60_000, 2),
      costUsd: 1,
      promptTokens: 200,
      cachedTokens: 0,
      completionTokens: 20,
      modelRounds: 2,
      toolCalls: 1,
    });
  });

  const spanNamed = (name: string) =>
    member.read(consoleSpanDetail, `/admin/traces/${turn.traceId}/spans/${spans.get(name)}`);

  it('shows the tool calls and the reasoning steps of a model call', async () => {
    expect(await spanNamed('chat gpt-5-mini')).toMatchObject({
      output: null,
      toolCalls: [{ name: 'search_properties' }],
      thoughtSteps: ['A flat near the sea.', 'The search knows both.'],
    });
  });

  it('has spans with their inputs and outputs', async () => {
    expect(await spanNamed('execute_tool search_properties')).toMatchObject({
      input: { city: 'Paphos' },
      output: { success: true },
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
