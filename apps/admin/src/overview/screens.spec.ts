import { consoleCostReport } from '#contracts';
import {
  consoleOverview,
  consoleSpend,
  inboxPage,
  type ConsoleOverview,
  type InboxKind,
} from '#contracts/console';
import { OrgService } from '#identity';
import { dayAfter, dayIn, startOfDay } from '#text';
import { eventually } from '../../../../test/harness/eventually.ts';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';
import { addDecision } from '../broker/broker-decision.fixture.ts';
import { addSpans, addTurn } from '../console-rows.fixture.ts';
import { addRow } from '../listed-rows.fixture.ts';
import { usualSpans } from '../usual-spans.fixture.ts';
import { addInboxRows, addModelUse, addWaitingRun } from './screens.fixture.ts';

const { admin, platform, orgAdmin, member, analyst, otherAdmin: stranger } = useAdmin();

beforeAll(async () => {
  const { orgA, orgB, database } = admin;
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const minutes of [5, 6, 7]) await addTurn(database, { orgId: orgA.id, createdAt: ago(minutes) });
  await addTurn(database, { orgId: orgA.id, state: 'failed', createdAt: ago(8) });
  await addTurn(database, { orgId: orgA.id, state: 'queued', createdAt: ago(2) });
  await addTurn(database, { orgId: orgA.id, createdAt: ago(90) });
  const turn = await addTurn(database, { orgId: orgB.id, createdAt: ago(3) });
  await addSpans(database, orgB.id, turn, usualSpans());
  await addModelUse(database, orgA.id, { model: 'gpt-5-mini', costUsd: 1.25, daysAgo: 0 });
  await addModelUse(database, orgA.id, { model: 'gpt-5', costUsd: 0.5, daysAgo: 1 });
  await addModelUse(database, orgB.id, { model: 'gpt-5', costUsd: 7, daysAgo: 0 });
  await addInboxRows(database, orgA.id);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const missed of [[], ['find']]) await addDecision(database, orgA.id, { missed, at: daysAgo(1) });
  for (const _ of [1, 2]) await addDecision(database, orgA.id, { at: daysAgo(3) });
  await orgAdmin.send('PUT', '/admin/budgets/day', { body: { softUsd: 1, hardUsd: 5, reason: 'A test' } });
  await stranger.send('PUT', '/admin/budgets/day', {
    body: { softUsd: 100, hardUsd: null, reason: 'A test' },
  });
});

const today = () => new Date().toISOString().slice(0, 10);

describe('the overview', () => {
  const of = (someone: SignedIn, query = ''): Promise<ConsoleOverview> =>
    someone.read(consoleOverview, `/admin/overview${query}`);

  it('compares the last hour with the one before, minute by minute', async () => {
    const { hour, before, minutes, queue } = await of(orgAdmin);
    expect(hour).toMatchObject({ turns: 5, completed: 3, failed: 1, p95Ms: 1_240 });
    expect(before).toMatchObject({ turns: 1, completed: 1, failed: 0 });
    expect(minutes).toHaveLength(60);
    expect(minutes.reduce((sum, minute) => sum + minute.accepted, 0)).toBe(5);
    expect(queue).toMatchObject({ queued: 1, running: 0, awaitingApproval: 1 });
    expect(queue.oldestMs).toBeGreaterThanOrEqual(120_000);
  });

  it('compares today’s spend with the budgets, and lists alerts', async () => {
    const { spend, alerts } = await of(member, '?org=org-a');
    expect(spend).toMatchObject({ todayUsd: 1.25, softUsd: 1, hardUsd: 5, budgetedUsd: 1.25, over: 'soft' });
    expect(spend.days).toHaveLength(14);
    expect(spend.days.at(-1)).toEqual({ day: today(), usd: 1.25 });
    expect(spend.days.at(-2)?.usd).toBe(0.5);
    expect(alerts.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(
        'failed_turns approvals unknown_outcomes changed_definitions failed_webhooks'.split(' '),
      ),
    );
  });

  it('shows how often the broker’s set contained the called tools, day by day', async () => {
    const { broker } = await of(member);
    expect(broker).toMatchObject({ rate: 0.75, turns: 4, target: 0.95 });
    expect(broker.days).toHaveLength(7);
    expect(broker.days.at(-2)).toMatchObject({ rate: 0.5, turns: 2 });
    expect(broker.days.at(-4)).toMatchObject({ rate: 1, turns: 2 });
    expect(broker.days.at(-1)).toEqual({ day: today(), rate: null, turns: 0 });
  });

  it('covers every org for platform admins, and only the own org for other users', async () => {
    expect((await of(platform)).hour.turns).toBe(6);
    expect((await of(stranger)).hour.turns).toBe(1);
    expect((await of(stranger)).spend).toMatchObject({ todayUsd: 7, budgetedUsd: 7, over: null });
    expect((await of(platform)).spend).toMatchObject({ hardUsd: 5, budgetedUsd: 1.25, over: 'soft' });
    expect((await of(stranger)).alerts).toEqual([]);
    await expectProblem(await stranger.get('/admin/overview?org=org-a'), 404);
  });
});

describe('alerts about providers', () => {
  const alertsOf = async (someone: SignedIn, kinds: string[]) =>
    (await someone.read(consoleOverview, '/admin/overview')).alerts
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ subject, org }) => [subject, org]);

  it.each([
    {
      kinds: ['model_unknown'],
      platformSees: ['gone-1,', 'gone-2,org-a'],
      orgSees: ['gone-2,org-a'],
      sql: `INSERT INTO model_cooldowns (place, model, cooldown_until, changed_at)
            VALUES ('openai', 'gone-1', now() + interval '1 hour', now()), ('openai', 'back', now() - interval '1 hour', now()),
                   ('org/' || $1::text || '/openai', 'gone-2', now() + interval '1 hour', now())`,
    },
    {
      kinds: ['provider_key_removed'],
      platformSees: ['llama/compatible,org-a', 'openai,', 'openai,org-a'],
      orgSees: ['llama/compatible,org-a', 'openai,org-a'],
      sql: `INSERT INTO provider_key_states (provider, fingerprint, removed_status, changed_at)
            VALUES ('openai', 'f1', 401, now()), ('org/' || $1::text || '/openai', 'f2', 401, now()),
                   ('org/' || $1::text || '/llama/compatible', 'f3', 401, now())`,
    },
    {
      kinds: ['circuit_open'],
      platformSees: ['m,', 'm,org-a'],
      orgSees: ['m,org-a'],
      sql: `INSERT INTO model_circuits (process, circuit, app, org_id, provider, model, state, since, seen_at)
            VALUES ('00000000-0000-0000-0000-000000000001', 'openai/m', 'worker', NULL, 'openai', 'm', 'open', now(), now()),
                   ('00000000-0000-0000-0000-000000000001', $1::text || '/m', 'worker', $1::text::uuid, 'openai', 'm', 'open', now(), now())`,
    },
  ])('name the org of $kinds; an org sees only its own', async ({ kinds, platformSees, orgSees, sql }) => {
    await admin.database.asPlatform('the test reports as a process', (tx) =>
      tx.execute(sql, [admin.orgA.id]),
    );
    const seenBy = async (someone: SignedIn) => (await alertsOf(someone, kinds)).map(String).toSorted();
    // The overview is cached for a few seconds.
    await eventually(async () => expect(await seenBy(platform)).toEqual(platformSees));
    await eventually(async () => expect(await seenBy(orgAdmin)).toEqual(orgSees));
    expect(await seenBy(stranger)).toEqual([]);
  });
});

describe('the inbox', () => {
  const of = (someone: SignedIn, query = '') => someone.read(inboxPage, `/admin/inbox${query}`);

  it('lists everything that waits for a person, with the data to decide it', async () => {
    const { items, counts } = await of(member);
    expect(counts).toEqual({ approval: 1, effect: 1, definition: 1, webhook: 1 });
    expect(items.map(({ kind }) => kind).sort()).toEqual(['approval', 'definition', 'effect', 'webhook']);
    expect(items.find(({ kind }) => kind === 'approval')).toMatchObject({
      arguments: { to: 'maria@example.com' },
    });
    expect(items.find(({ kind }) => kind === 'definition')).toMatchObject({
      definition: { description: 'Sends a letter, now by courier.' },
      approved: { description: 'Sends a letter.' },
    });
  });

  it.each<InboxKind>(['approval', 'effect', 'definition', 'webhook'])(
    'shows only %s, with all counts',
    async (kind) => {
      const { items, counts } = await of(orgAdmin, `?kind=${kind}`);
      expect(items.map((item) => item.kind)).toEqual([kind]);
      expect(counts.webhook).toBe(1);
    },
  );

  it('is paged without gaps', async () => {
    const first = await of(orgAdmin, '?limit=3');
    const second = await of(orgAdmin, `?limit=3&cursor=${first.nextCursor}`);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4);
  });

  it('is hidden from other orgs and refused to analysts', async () => {
    expect((await of(stranger)).items).toEqual([]);
    expect((await of(platform)).items).toHaveLength(4);
    await expectProblem(await analyst.get('/admin/inbox'), 403);
  });

  it('lists manual runs that wait for approval until they are decided or expire', async () => {
    const userId = member.session.user.id;
    const id = await addWaitingRun(admin.database, admin.orgA.id, { userId });
    const late = await addWaitingRun(admin.database, admin.orgA.id, { userId, waitsHours: -1 });
    const runs = async (someone: SignedIn) =>
      (await of(someone, '?kind=approval')).items.flatMap((item) =>
        item.kind === 'approval' && item.runId !== null ? [item] : [],
      );
    expect(await runs(orgAdmin)).toMatchObject([
      {
        runId: id,
        approvalId: null,
        tool: 'log_activity',
        arguments: { summary: 'Called Maria' },
        askedBy: 'member',
      },
    ]);
    expect(await runs(stranger)).toEqual([]);
    const alertShows = (shown: object, of = 'approvals') =>
      eventually(async () => {
        const { alerts } = await orgAdmin.read(consoleOverview, '/admin/overview');
        expect(alerts.find(({ kind }) => kind === of)).toMatchObject(shown);
      });
    await alertShows({ count: 2 });
    const longest = new Date(Date.now() - 7_200_000).toISOString();
    await admin.query(`UPDATE approvals SET requested_at = $2 WHERE org_id = $1 AND state = 'pending'`, [
      longest,
    ]);
    await alertShows({ at: longest });
    const failed = { created_at: longest, finished_at: longest };
    await addRow(admin.database, admin.orgA.id, 'webhook_deliveries', failed);
    await alertShows({ count: 2, at: longest }, 'failed_webhooks');
    const approve = (run: string) =>
      orgAdmin.send('POST', `/admin/tool-runs/${run}/decide`, { body: { decision: 'approve' } });
    await expectProblem(await approve(late), 409);
    expect((await approve(id)).status).toBe(200);
    expect(await runs(orgAdmin)).toEqual([]);
  });
});

describe('the spend', () => {
  const of = (someone: SignedIn, by: string) =>
    someone.read(consoleSpend, `/admin/spend?from=${dayAfter(today(), -1)}&to=${today()}&by=${by}`);

  it('is summed by org, model, tier and day', async () => {
    expect((await of(platform, 'org')).groups.map(({ key, costUsd }) => [key, costUsd])).toEqual([
      ['org-b', 7],
      ['org-a', 1.75],
    ]);
    const byModel = await of(orgAdmin, 'model');
    expect(byModel).toMatchObject({ totalUsd: 1.75, beforeUsd: 0 });
    expect(byModel.groups.map(({ key }) => key)).toEqual(['gpt-5-mini', 'gpt-5']);
    expect((await of(orgAdmin, 'day')).groups.map(({ costUsd }) => costUsd)).toEqual([0.5, 1.25]);
    expect((await of(orgAdmin, 'tier')).groups).toHaveLength(1);
  });

  it('by task counts answered calls once, and none that failed', async () => {
    const { database, orgB } = admin;
    const callsNow = async () =>
      (await of(stranger, 'task')).groups.reduce((sum, { calls }) => sum + calls, 0);
    const before = await callsNow();
    const call = { kind: 'model', model: 'gpt-5', startMs: 1, durationMs: 5 };
    await addSpans(database, orgB.id, await addTurn(database, { orgId: orgB.id }), [
      { ...call, name: 'chat', costUsd: 0.1 },
      { ...call, name: 'again', attributes: { 'turnpike.replayed': true } },
      { ...call, name: 'failed', error: 'openai answered 503' },
      { ...call, name: 'unreadable', error: 'does not fit its schema', tokens: [10, 1] },
    ]);
    expect(await callsNow()).toBe(before + 2);
  });

  it('has embeddings as a separate task and tier, and reports estimated and unknown costs', async () => {
    const before = await of(stranger, 'task');
    expect(before.groups.map(({ key }) => key)).not.toContain('embedding');
    const use = { model: 'text-embedding-3-small', tier: 'embedding', calls: 3, promptTokens: 900 };
    await addModelUse(admin.database, admin.orgB.id, { ...use, costUsd: 0.5, completionTokens: 0 });
    await addModelUse(admin.database, admin.orgB.id, { ...use, model: 'bge-m3', costUsd: 0 });
    await admin.query(
      `INSERT INTO model_calls (org_id, id, day, provider, model, tier, prompt_tokens, cached_tokens, completion_tokens,
                                  cost_usd, estimated)
         VALUES ($1, gen_random_uuid(), $2, 'openai', 'gpt-5', 'standard', 10, 0, 10, 0.25, true)`,
      [today()],
      admin.orgB.id,
    );
    const { groups, totalUsd } = await of(stranger, 'task');
    expect(groups.find(({ key }) => key === 'embedding')).toMatchObject({
      calls: 6,
      promptTokens: 1_800,
      costUsd: 0.5,
    });
    expect(totalUsd - before.totalUsd).toBeCloseTo(0.75, 10);
    expect((await of(stranger, 'tier')).groups.map(({ key }) => key)).toContain('embedding');
    expect(await of(stranger, 'model')).toMatchObject({ estimatedUsd: 0.25, unpriced: ['bge-m3'] });
  });

  it('refuses invalid ranges and groupings', async () => {
    await expectProblem(await orgAdmin.get('/admin/spend?from=2026-02-01&to=2026-01-01'), 422);
    await expectProblem(await orgAdmin.get('/admin/spend?from=2020-01-01&to=2026-01-01'), 422);
    await expectProblem(await orgAdmin.get(`/admin/spend?from=${today()}&to=${today()}&by=mood`), 422);
  });
});

it.each([
  // At any time one of these has another day than UTC.
  ['Pacific/Kiritimati', 'Pacific/Kiritimati'],
  ['Etc/GMT+12', 'Etc/GMT+12'],
  // Stored before it was refused.
  ['IST', 'UTC'],
])('days of spend are those of the zone in the org’s settings: %s', async (stored, zone) => {
  const slug = stored.toLowerCase().replaceAll(/[^a-z0-9]/g, '-');
  const newOrg = { slug, name: slug, settings: { ORG_TIMEZONE: stored } };
  const { id } = await admin.app.get(OrgService).create(newOrg);
  await admin.query(`UPDATE orgs SET timezone = 'CAT' WHERE id = $1`, [], id);
  const day = dayIn(zone, new Date());
  const body = { softUsd: 2, hardUsd: 5, reason: 'A test' };
  await platform.send('PUT', `/admin/budgets/day?org=${slug}`, { body });
  const createdAt = startOfDay(day, zone);
  for (const [daysBefore, costUsd] of [7, 1].entries()) {
    await addModelUse(admin.database, id, { model: 'gpt-5', costUsd, day: dayAfter(day, -daysBefore) });
    const call = { name: 'chat', kind: 'model', startMs: -daysBefore, durationMs: 5, costUsd };
    await addSpans(admin.database, id, await addTurn(admin.database, { orgId: id, createdAt }), [call]);
  }
  const { spend, alerts } = await platform.read(consoleOverview, `/admin/overview?org=${slug}`);
  expect(spend).toMatchObject({ todayUsd: 7, budgetedUsd: 7, over: 'hard' });
  expect(spend.days.slice(-2).map(({ usd }) => usd)).toEqual([1, 7]);
  expect(alerts).toMatchObject([{ kind: 'budget_hard', org: slug }]);
  const lastDay = { from: day, to: day, totalUsd: 7, beforeUsd: 1, groups: [{ costUsd: 7 }] };
  for (const by of ['day', 'task'])
    expect(await platform.read(consoleSpend, `/admin/spend?days=1&by=${by}&org=${slug}`)).toMatchObject(
      lastDay,
    );
  const costs = await platform.read(consoleCostReport, `/admin/model-costs?days=1&org=${slug}`);
  expect(costs).toMatchObject({ from: day, to: day, costUsd: 7 });
  for (const path of ['overview', 'spend?by=task'])
    expect((await platform.get(`/admin/${path}`)).status).toBe(200);
});
