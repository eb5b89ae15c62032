import type { Org, UserView } from '#identity';
import { ATTRIBUTES } from '#telemetry';
import { describeWith } from '../../../test/harness/services.ts';
import { recordSpans } from '../testing/recorded-spans.ts';
import { calls, hangs } from '../testing/scripted-model.ts';
import { noteTool, openTurns, plainTool, testPack, type TurnsFixture } from '../testing/turns.fixture.ts';

const runs: string[] = [];
const DAY_MS = 24 * 3_600_000;

describeWith('postgres', 'approvals', () => {
  let turnpike: TurnsFixture;
  let org: Org;
  let member: UserView;

  beforeAll(async () => {
    const dear = { ...noteTool(runs), name: 'dear', approval: () => 'It costs more than 100.' };
    turnpike = await openTurns([
      testPack('alpha', [noteTool(runs), dear, plainTool('look'), plainTool('plain')]),
    ]);
  });

  afterAll(() => turnpike?.close());

  beforeEach(async () => {
    org = await turnpike.newOrg({ TOOL_APPROVALS: 'note, look' });
    const user = { orgId: org.id, email: null, handle: 'mia', name: 'Mia', role: 'member' as const };
    member = await turnpike.users.ensure(user);
    turnpike.model.forget();
    turnpike.jobs.enqueued.length = 0;
    runs.length = 0;
  });

  const run = (turnId: string) => turnpike.newRunner().run(org.id, turnId, false);
  const stateOf = async (turnId: string) => (await turnpike.row(org.id, turnId)).state;
  const pending = async () => (await turnpike.approvals.page(org.id, { limit: 50, state: 'pending' })).items;
  const decide = (id: string, decision: 'approve' | 'refuse', comment?: string) =>
    turnpike.approvals.decide(org.id, id, { decision, ...(comment ? { comment } : {}) }, member, 'api_key');
  /** Sends a message whose turn calls these tools, and runs it until it is parked. */
  const park = async (...tools: string[]) => {
    turnpike.model.answer(calls(...tools), () => ({ text: 'Done.' }));
    const { turnId, conversationId } = await turnpike.send(org);
    expect(await run(turnId)).toEqual({ kind: 'done' });
    return { turnId, conversationId };
  };

  it('park the turn without a worker, and name the pending calls', async () => {
    const { turnId } = await park('note');
    const row = await turnpike.row(org.id, turnId);
    expect(row).toMatchObject({ state: 'awaiting_approval', lease_token: null, prompt_tokens: 100 });
    expect((await turnpike.turns.find(org.id, turnId))?.agent).toBe('alpha/helper');
    expect(await pending()).toMatchObject([
      { turnId, tool: 'note', arguments: { text: 'note' }, state: 'pending' },
    ]);
    expect((await turnpike.eventTypes(org.id, turnId)).at(-1)).toBe('turn.awaiting_approval');
    expect(await interim(turnId)).toEqual([{ role: 'interim', text: expect.stringContaining('note') }]);
    expect(runs).toEqual([]);
  });

  it('show in the trace that the turn waits, and that the resumed run has ended', async () => {
    const recorded = recordSpans();
    const parkedOf = async () =>
      (await recorded.take())
        .filter(({ name }) => name === 'turn')
        .map(({ attributes }) => attributes[ATTRIBUTES.parked]);
    const { turnId } = await park('note');
    expect(await parkedOf()).toEqual([true]);
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    await run(turnId);
    expect(await parkedOf()).toEqual([undefined]);
    await recorded.stop();
  });

  it('record the usage of each run on its span; the sum is the usage of the turn', async () => {
    const recorded = recordSpans();
    const { turnId } = await park('note');
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    await run(turnId);
    const used = (await recorded.take())
      .filter(({ name }) => name === 'turn')
      .map(({ attributes }) => [attributes[ATTRIBUTES.inputTokens], attributes[ATTRIBUTES.outputTokens]]);
    expect(used).toEqual([
      [100, 10],
      [100, 10],
    ]);
    expect(await turnpike.row(org.id, turnId)).toMatchObject({ prompt_tokens: 200, completion_tokens: 20 });
    await recorded.stop();
  });

  it('run an approved call once, with exactly its arguments, without paying for a model call twice', async () => {
    const { turnId } = await park('note', 'look');
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve', 'Go on');
    expect(turnpike.jobs.enqueued.at(-1)).toMatchObject({ turnId, jobId: `${turnId}-1` });
    await run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
    expect(runs).toEqual([`${turnId}:tool:1:0`]);
    expect(turnpike.model.requests).toHaveLength(2);
    const view = await turnpike.turns.find(org.id, turnId);
    expect(view?.reply?.text).toBe('Done.');
    expect(view?.totals).toMatchObject({ modelRounds: 2, toolCalls: 2, promptTokens: 200 });
  });

  it.each([
    ['goes on with the model that it had', 'offline-premium', 'offline-premium'],
    ['goes on with another where that one has gone', 'gone', 'offline-standard'],
  ])('%s', async (_what, began, answers) => {
    const { turnId } = await park('note');
    const begin = `UPDATE turn_steps SET outcome = outcome || jsonb_build_object('model', $2::text) WHERE turn_id = $1 AND key = 'route'`;
    expect(await turnpike.sql(org.id).executeUnscoped(begin, [turnId, began])).toBe(1);
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    await run(turnId);
    expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'completed', model: answers });
  });

  it('keep the replacement model after each loss of a model, even if an earlier one returns', async () => {
    const { turnId } = await park('note');
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    const models = () =>
      turnpike
        .sql(org.id)
        .queryUnscoped<{ key: string; model: string }>(
          `SELECT key, outcome ->> 'model' AS model FROM turn_steps WHERE turn_id = $1 AND key LIKE 'route%' ORDER BY key`,
          [turnId],
        );
    const rename = (key: string, model: string) =>
      turnpike
        .sql(org.id)
        .executeUnscoped(
          `UPDATE turn_steps SET outcome = outcome || jsonb_build_object('model', $3::text) WHERE turn_id = $1 AND key = $2`,
          [turnId, key, model],
        );
    /** After a round with the model. */
    const dies = async () => {
      turnpike.model.forget();
      turnpike.model.answer(calls('plain'), () => Promise.reject(new Error('the worker is gone')));
      expect(await run(turnId)).toMatchObject({ kind: 'retry' });
    };
    await rename('route', 'gone');
    await dies();
    expect(await models()).toEqual([
      { key: 'route', model: 'gone' },
      { key: 'route:2', model: 'offline-standard' },
    ]);
    await rename('route:2', 'gone too');
    await dies();
    await rename('route', 'offline-standard');
    await rename('route:3', 'offline-premium');
    await run(turnId);
    expect(await models()).toEqual([
      { key: 'route', model: 'offline-standard' },
      { key: 'route:2', model: 'gone too' },
      { key: 'route:3', model: 'offline-premium' },
    ]);
    expect(await turnpike.row(org.id, turnId)).toMatchObject({
      state: 'completed',
      model: 'offline-premium',
    });
  });

  it('report a refused call with its reason to the model', async () => {
    const { turnId } = await park('note');
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'refuse', 'Too early');
    await run(turnId);
    expect(runs).toEqual([]);
    expect(await stateOf(turnId)).toBe('completed');
    const told = turnpike.model.requests.at(-1)?.messages.at(-1)?.text;
    expect(told).toContain('refused');
    expect(told).toContain('Too early');
  });

  it('wait for all calls of a round', async () => {
    const { turnId } = await park('note', 'dear');
    const [first, second] = await pending();
    await decide(first?.id ?? '', 'approve');
    expect(await stateOf(turnId)).toBe('awaiting_approval');
    await decide(second?.id ?? '', 'refuse');
    expect(await stateOf(turnId)).toBe('queued');
    await run(turnId);
    expect(runs).toHaveLength(1);
  });

  it("apply a tool's own rule, and are not needed for a call that only reads", async () => {
    org = await turnpike.newOrg({ TOOL_APPROVALS: 'look' });
    const { turnId } = await park('dear');
    expect(await pending()).toMatchObject([{ reason: 'It costs more than 100.' }]);
    await turnpike.control.cancel(org.id, turnId);
    const looked = await park('look');
    expect(await stateOf(looked.turnId)).toBe('completed');
  });

  it('do not block the conversation; a resumed turn runs first', async () => {
    const { turnId, conversationId } = await park('note');
    turnpike.model.forget();
    const later = (await turnpike.send(org, { conversationId })).turnId;
    const last = (await turnpike.send(org, { conversationId })).turnId;
    expect(turnpike.jobs.turnIds).toContain(later);
    await run(later);
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    expect(await run(last)).toEqual({ kind: 'done' });
    expect(await stateOf(last)).toBe('queued');
    await run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
    await run(last);
    expect(await stateOf(last)).toBe('completed');
  });

  it('let a later turn wait until the resumed turn has ended', async () => {
    const { turnId, conversationId } = await park('note');
    turnpike.model.forget();
    const later = (await turnpike.send(org, { conversationId })).turnId;
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    // Its job is first in the queue, is turned away, and is gone.
    expect(await run(later)).toEqual({ kind: 'done' });
    turnpike.jobs.enqueued.length = 0;
    await run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
    expect(turnpike.jobs.turnIds).toContain(later);
    await run(later);
    expect(await stateOf(later)).toBe('completed');
  });

  it("do not deadlock if a later turn has the org's only slot", async () => {
    org = await turnpike.newOrg({ TOOL_APPROVALS: 'note', MAX_RUNNING_TURNS: '1' });
    const { turnId, conversationId } = await park('note');
    const later = (await turnpike.send(org, { conversationId })).turnId;
    turnpike.jobs.enqueued.length = 0;
    const [approval] = await pending();
    await turnpike.approvals.decide(org.id, approval?.id ?? '', { decision: 'approve' }, member, 'api_key');
    expect(turnpike.jobs.turnIds).toEqual([turnId]);
    expect(await turnpike.row(org.id, later)).toMatchObject({ admission: 'behind' });
  });

  it('never run at the same time as a later turn of the conversation', async () => {
    const { turnId, conversationId } = await park('note');
    turnpike.model.forget();
    turnpike.model.answer(hangs);
    const later = (await turnpike.send(org, { conversationId })).turnId;
    const runner = turnpike.newRunner();
    const running = runner.run(org.id, later, false);
    await turnpike.untilState(org.id, later, 'running');
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'approve');
    expect(await run(turnId)).toMatchObject({ kind: 'later' });
    await turnpike.control.cancel(org.id, later);
    runner.close(0);
    await running;
    await run(later);
    await run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
  });

  it('expire after a day, which counts as a refusal', async () => {
    const { turnId } = await park('note');
    const [approval] = await pending();
    turnpike.clock.advance(DAY_MS);
    await expect(decide(approval?.id ?? '', 'approve')).rejects.toThrow(/expired/);
    await turnpike.sweeper.sweep();
    expect(turnpike.jobs.turnIds.at(-1)).toBe(turnId);
    await run(turnId);
    expect(runs).toEqual([]);
    expect(turnpike.model.requests.at(-1)?.messages.at(-1)?.text).toContain('in time');
  });

  it('wait for the time set by the org', async () => {
    org = await turnpike.newOrg({ TOOL_APPROVALS: 'note', APPROVAL_TTL_H: '2' });
    await park('note');
    const [approval] = await pending();
    const waits = Date.parse(approval?.expiresAt ?? '') - Date.parse(approval?.requestedAt ?? '');
    expect(waits).toBe(2 * 3_600_000);
  });

  it('are decided once', async () => {
    await park('note');
    const [approval] = await pending();
    const id = approval?.id ?? '';
    const both = await Promise.allSettled([decide(id, 'approve'), decide(id, 'refuse')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(decide(id, 'approve')).rejects.toThrow(/already/);
  });

  it('are withdrawn with their turn', async () => {
    const { turnId } = await park('note');
    const [approval] = await pending();
    await turnpike.control.cancel(org.id, turnId);
    expect(await stateOf(turnId)).toBe('cancelled');
    await expect(decide(approval?.id ?? '', 'approve')).rejects.toThrow(/withdrawn/);
  });

  it('are not decided by an analyst', async () => {
    await park('note');
    const [approval] = await pending();
    const analyst = { ...member, role: 'analyst' as const };
    await expect(
      turnpike.approvals.decide(org.id, approval?.id ?? '', { decision: 'approve' }, analyst, 'api_key'),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await pending()).toHaveLength(1);
  });

  it('are not visible to another org', async () => {
    await park('note');
    const [approval] = await pending();
    const other = await turnpike.newOrg();
    await expect(
      turnpike.approvals.decide(other.id, approval?.id ?? '', { decision: 'approve' }, member, 'api_key'),
    ).rejects.toThrow(/no approval/);
  });

  it('write an audit entry without the texts of contact and approver', async () => {
    await park('note');
    const [approval] = await pending();
    await decide(approval?.id ?? '', 'refuse', 'Not now');
    const rows = await turnpike
      .sql(org.id)
      .query(
        `SELECT actor_kind, actor_user_id, after, reason FROM audit_log WHERE org_id = $1 AND target = $2`,
        [`approval:${approval?.id}`],
      );
    expect(rows).toEqual([
      {
        actor_kind: 'api_key',
        actor_user_id: member.id,
        after: { state: 'refused', tool: 'note', argumentsHash: expect.stringMatching(/^.{20,}$/) },
        reason: null,
      },
    ]);
  });

  const interim = (turnId: string) =>
    turnpike
      .sql(org.id)
      .query(`SELECT role, text FROM messages WHERE org_id = $1 AND turn_id = $2 AND role = 'interim'`, [
        turnId,
      ]);
});
