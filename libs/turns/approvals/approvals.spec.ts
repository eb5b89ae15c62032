import { ATTRIBUTES } from '#telemetry';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { recordSpans } from '../testing/recorded-spans.ts';
import { calls, dies, hangs } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { noteTool, plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

const runs: string[] = [];
const DAY_MS = 24 * 3_600_000;

describeWith('postgres', 'approvals', () => {
  const dear = { ...noteTool(runs), name: 'dear', approval: () => 'It costs more than 100.' };
  const turnpike = useTurns([
    testPack('alpha', [noteTool(runs), dear, plainTool('look'), plainTool('plain')]),
  ]);
  const org = useOrg(turnpike, { TOOL_APPROVALS: 'note, look' });

  beforeEach(() => {
    runs.length = 0;
  });

  const stateOf = async (turnId: string) => (await org.row(turnId)).state;
  /** Decides the oldest pending approval. */
  const decideFirst = async (decision: 'approve' | 'refuse', comment?: string) => {
    const [approval] = await org.pendingApprovals();
    return org.decide(approval?.id ?? '', decision, comment);
  };
  /** Sends a message whose turn calls these tools, and runs it until it is parked. */
  const park = async (...tools: string[]) => {
    turnpike.model.answer(calls(...tools), () => ({ text: 'Done.' }));
    const { turnId, conversationId } = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    return { turnId, conversationId };
  };

  it('park the turn without a worker, and name the pending calls', async () => {
    const { turnId } = await park('note');
    const row = await org.row(turnId);
    expect(row).toMatchObject({ state: 'awaiting_approval', lease_token: null, prompt_tokens: 100 });
    expect((await org.turn(turnId))?.agent).toBe('alpha/helper');
    expect(await org.pendingApprovals()).toMatchObject([
      { turnId, tool: 'note', arguments: { text: 'note' }, state: 'pending' },
    ]);
    expect((await org.eventTypes(turnId)).at(-1)).toBe('turn.awaiting_approval');
    expect(await interim(turnId)).toEqual([{ role: 'interim', text: expect.stringContaining('note') }]);
    expect(runs).toEqual([]);
  });

  it('show in the trace that the turn waits, and what each of its runs used', async () => {
    const recorded = recordSpans();
    const ofRun = async () => {
      const runSpan = (await recorded.take()).find(({ name }) => name === 'turn');
      const { parked, inputTokens, outputTokens } = ATTRIBUTES;
      return [parked, inputTokens, outputTokens].map((name) => runSpan?.attributes[name]);
    };
    const { turnId } = await park('note');
    expect(await ofRun()).toEqual([true, 100, 10]);
    await decideFirst('approve');
    await org.run(turnId);
    expect(await ofRun()).toEqual([undefined, 100, 10]);
    await recorded.stop();
    expect(await org.row(turnId)).toMatchObject({ prompt_tokens: 200, completion_tokens: 20 });
  });

  it('run an approved call once, with exactly its arguments, without paying for a model call twice', async () => {
    const { turnId } = await park('note', 'look');
    await decideFirst('approve', 'Go on');
    expect(turnpike.jobs.enqueued.at(-1)).toMatchObject({ turnId, jobId: `${turnId}-1` });
    await org.run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
    expect(runs).toEqual([`${turnId}:tool:1:0`]);
    expect(turnpike.model.requests).toHaveLength(2);
    const view = await org.turn(turnId);
    expect(view?.reply?.text).toBe('Done.');
    expect(view?.totals).toMatchObject({ modelRounds: 2, toolCalls: 2, promptTokens: 200 });
  });

  it('keep the wait for people apart from the time to reply, of each way to end it', async () => {
    const requestedAgo = (turnId: string) =>
      org.executeUnscoped(
        `WITH turn AS (UPDATE turns SET created_at = created_at - interval '1 hour' WHERE id = $1)
         UPDATE approvals SET requested_at = requested_at - interval '1 hour' WHERE turn_id = $1`,
        [turnId],
      );
    const waitedHours = async (turnId: string) =>
      Math.round(Number((await org.row(turnId)).waited_ms) / 36_000) / 100;
    const { turnId } = await park('note', 'dear');
    await requestedAgo(turnId);
    await decideFirst('approve');
    expect(await waitedHours(turnId)).toBe(0);
    await decideFirst('refuse');
    expect(await waitedHours(turnId)).toBe(1);
    const increaseOf = await metricIncreases();
    await org.run(turnId);
    expect(await waitedHours(turnId)).toBe(1);
    expect(await increaseOf('turnpike_turn_duration_seconds_bucket{channel="chat",le="60"}')).toBe(1);
    const cancelled = await park('note');
    await requestedAgo(cancelled.turnId);
    await org.cancel(cancelled.turnId);
    expect(await waitedHours(cancelled.turnId)).toBe(1);
  });

  const setModel = (turnId: string, key: string, model: string) =>
    org.executeUnscoped(
      `UPDATE turn_steps SET outcome = outcome || jsonb_build_object('model', $3::text) WHERE turn_id = $1 AND key = $2`,
      [turnId, key, model],
    );

  it('keep the model of the turn', async () => {
    const { turnId } = await park('note');
    expect(await setModel(turnId, 'route', 'offline-premium')).toBe(1);
    await decideFirst('approve');
    await org.run(turnId);
    expect(await org.row(turnId)).toMatchObject({ state: 'completed', model: 'offline-premium' });
  });

  it('keep the replacement model after each loss of a model, even if an earlier one returns', async () => {
    const { turnId } = await park('note');
    await decideFirst('approve');
    const models = () =>
      org.queryUnscoped<{ key: string; model: string }>(
        `SELECT key, outcome ->> 'model' AS model FROM turn_steps WHERE turn_id = $1 AND key LIKE 'route%' ORDER BY key`,
        [turnId],
      );
    /** After a round with the model. */
    const crash = async () => {
      turnpike.model.forget();
      turnpike.model.answer(calls('plain'), dies);
      expect(await org.run(turnId)).toMatchObject({ kind: 'retry' });
    };
    await setModel(turnId, 'route', 'gone');
    await crash();
    expect(await models()).toEqual([
      { key: 'route', model: 'gone' },
      { key: 'route:2', model: 'offline-standard' },
    ]);
    await setModel(turnId, 'route:2', 'gone too');
    await crash();
    await setModel(turnId, 'route', 'offline-standard');
    await setModel(turnId, 'route:3', 'offline-premium');
    await org.run(turnId);
    expect(await models()).toEqual([
      { key: 'route', model: 'offline-standard' },
      { key: 'route:2', model: 'gone too' },
      { key: 'route:3', model: 'offline-premium' },
    ]);
    expect(await org.row(turnId)).toMatchObject({ state: 'completed', model: 'offline-premium' });
  });

  it('report a refused call with its reason to the model', async () => {
    const { turnId } = await park('note');
    await decideFirst('refuse', 'Too early');
    await org.run(turnId);
    expect(runs).toEqual([]);
    expect(await stateOf(turnId)).toBe('completed');
    const told = turnpike.model.requests.at(-1)?.messages.at(-1)?.text;
    expect(told).toContain('refused');
    expect(told).toContain('Too early');
  });

  it('wait for all calls of a round', async () => {
    const { turnId } = await park('note', 'dear');
    const [first, second] = await org.pendingApprovals();
    await org.decide(first?.id ?? '', 'approve');
    expect(await stateOf(turnId)).toBe('awaiting_approval');
    await org.decide(second?.id ?? '', 'refuse');
    expect(await stateOf(turnId)).toBe('queued');
    await org.run(turnId);
    expect(runs).toHaveLength(1);
  });

  it("apply a tool's own rule, and are not needed for a call that only reads", async () => {
    await org.replace({ TOOL_APPROVALS: 'look' });
    const { turnId } = await park('dear');
    expect(await org.pendingApprovals()).toMatchObject([{ reason: 'It costs more than 100.' }]);
    await org.cancel(turnId);
    const looked = await park('look');
    expect(await stateOf(looked.turnId)).toBe('completed');
  });

  it('do not block the conversation; a resumed turn runs first', async () => {
    const { turnId, conversationId } = await park('note');
    turnpike.model.forget();
    const later = (await org.send({ conversationId })).turnId;
    const last = (await org.send({ conversationId })).turnId;
    expect(turnpike.jobs.turnIds).toContain(later);
    await org.run(later);
    await decideFirst('approve');
    expect(await org.run(last)).toEqual({ kind: 'done' });
    expect(await stateOf(last)).toBe('queued');
    // The job of the last turn was turned away, and is gone.
    turnpike.jobs.enqueued.length = 0;
    await org.run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
    expect(turnpike.jobs.turnIds).toContain(last);
    await org.run(last);
    expect(await stateOf(last)).toBe('completed');
  });

  it("do not deadlock if a later turn has the org's only slot", async () => {
    await org.replace({ TOOL_APPROVALS: 'note', MAX_RUNNING_TURNS: '1' });
    const { turnId, conversationId } = await park('note');
    const later = (await org.send({ conversationId })).turnId;
    turnpike.jobs.enqueued.length = 0;
    await decideFirst('approve');
    expect(turnpike.jobs.turnIds).toEqual([turnId]);
    expect(await org.row(later)).toMatchObject({ admission: 'behind' });
  });

  it('never run at the same time as a later turn of the conversation', async () => {
    const { turnId, conversationId } = await park('note');
    turnpike.model.forget();
    turnpike.model.answer(hangs);
    const later = (await org.send({ conversationId })).turnId;
    const runner = turnpike.newRunner();
    const running = runner.run(org.id, later, false);
    await org.untilState(later, 'running');
    await decideFirst('approve');
    expect(await org.run(turnId)).toMatchObject({ kind: 'later' });
    await org.cancel(later);
    runner.close(0);
    await running;
    await org.run(later);
    await org.run(turnId);
    expect(await stateOf(turnId)).toBe('completed');
  });

  it('expire after a day, which counts as a refusal', async () => {
    const { turnId } = await park('note');
    const [approval] = await org.pendingApprovals();
    turnpike.clock.advance(DAY_MS);
    await expect(org.decide(approval?.id ?? '', 'approve')).rejects.toThrow(/expired/);
    await turnpike.sweeper.sweep();
    expect(turnpike.jobs.turnIds.at(-1)).toBe(turnId);
    await org.run(turnId);
    expect(runs).toEqual([]);
    expect(turnpike.model.requests.at(-1)?.messages.at(-1)?.text).toContain('in time');
  });

  it('wait for the time set by the org', async () => {
    await org.replace({ TOOL_APPROVALS: 'note', APPROVAL_TTL_H: '2' });
    await park('note');
    const [approval] = await org.pendingApprovals();
    const waits = Date.parse(approval?.expiresAt ?? '') - Date.parse(approval?.requestedAt ?? '');
    expect(waits).toBe(2 * 3_600_000);
  });

  it('are decided once', async () => {
    await park('note');
    const [approval] = await org.pendingApprovals();
    const id = approval?.id ?? '';
    const both = await Promise.allSettled([org.decide(id, 'approve'), org.decide(id, 'refuse')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(org.decide(id, 'approve')).rejects.toThrow(/already/);
  });

  it('are withdrawn with their turn', async () => {
    const { turnId } = await park('note');
    const [approval] = await org.pendingApprovals();
    await org.cancel(turnId);
    expect(await stateOf(turnId)).toBe('cancelled');
    await expect(org.decide(approval?.id ?? '', 'approve')).rejects.toThrow(/withdrawn/);
  });

  it('are not decided by an analyst', async () => {
    await park('note');
    const [approval] = await org.pendingApprovals();
    const analyst = { ...(await org.addMia()), role: 'analyst' as const };
    await expect(
      turnpike.approvals.decide(org.id, approval?.id ?? '', { decision: 'approve' }, analyst, 'api_key'),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await org.pendingApprovals()).toHaveLength(1);
  });

  it('are not visible to another org', async () => {
    await park('note');
    const [approval] = await org.pendingApprovals();
    const other = await turnpike.newOrg();
    await expect(other.decide(approval?.id ?? '', 'approve')).rejects.toThrow(/no approval/);
  });

  it('write an audit entry without the texts of contact and approver', async () => {
    await park('note');
    const { id } = await decideFirst('refuse', 'Not now');
    const rows = await org.query(
      `SELECT actor_kind, actor_user_id, after, reason FROM audit_log WHERE org_id = $1 AND target = $2`,
      [`approval:${id}`],
    );
    expect(rows).toEqual([
      {
        actor_kind: 'api_key',
        actor_user_id: (await org.addMia()).id,
        after: { state: 'refused', tool: 'note', argumentsHash: expect.stringMatching(/^.{20,}$/) },
        reason: null,
      },
    ]);
  });

  const interim = (turnId: string) =>
    org.query(`SELECT role, text FROM messages WHERE org_id = $1 AND turn_id = $2 AND role = 'interim'`, [
      turnId,
    ]);
});
