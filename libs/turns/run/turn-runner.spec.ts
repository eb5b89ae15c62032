import { DatabaseUnavailableError } from '#database';
import { ModelError } from '#models';
import { eventually, untilBlocking } from '../../../test/harness/eventually.ts';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { calls, hangs } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { noteTool, plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

describeWith('postgres', 'a turn', () => {
  const runs: string[] = [];
  /** What happens while a note is about to be written. */
  let stealing: () => Promise<unknown>;

  const slow = { ...plainTool('mail'), sideEffect: 'external' as const };
  const noting = noteTool(runs);
  const note: typeof noting = {
    ...noting,
    execute: async (input, context) => {
      await stealing();
      return noting.execute(input, context);
    },
  };
  const turnpike = useTurns([testPack('alpha', [plainTool('look'), note, slow])]);
  const org = useOrg(turnpike);

  beforeEach(() => {
    runs.length = 0;
    stealing = async () => undefined;
  });

  it('runs from the message to the reply', async () => {
    const { turnId, conversationId } = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    const turn = await org.turn(turnId);
    expect(turn).toMatchObject({
      state: 'completed',
      agent: 'alpha/helper',
      reply: { text: 'Fine.' },
      error: null,
      totals: { promptTokens: 100, modelRounds: 1, toolCalls: 0 },
    });
    expect(await org.eventTypes(turnId)).toEqual(
      'turn.queued turn.started agent.selected broker.selected model.started turn.completed'.split(' '),
    );
    const messages = await org.queryUnscoped(
      'SELECT role, text FROM messages WHERE conversation_id = $1 ORDER BY turn_seq, seq',
      [conversationId],
    );
    expect(messages).toEqual([
      { role: 'user', text: 'Hello' },
      { role: 'assistant', text: 'Fine.' },
    ]);
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(turnpike.model.requests).toHaveLength(1);
  });

  it('passes tool results to the next round and turn, in the order of the calls, not of their ends', async () => {
    turnpike.model.answer(calls('look', 'note', 'nothing'), () => ({ text: 'Noted.' }));
    const first = await org.send();
    const second = await org.send({ text: 'And?' });
    expect(turnpike.jobs.turnIds).toEqual([first.turnId]);
    await org.run(first.turnId);
    expect(await org.turn(first.turnId)).toMatchObject({
      state: 'completed',
      totals: { toolCalls: 3, modelRounds: 2 },
    });
    const results = turnpike.model.requests[1]?.messages.filter((message) => message.role === 'tool');
    expect(results?.map((message) => JSON.parse(message.text).success)).toEqual([true, true, false]);
    expect(runs).toHaveLength(1);
    expect(turnpike.jobs.turnIds).toEqual([first.turnId, second.turnId]);
    await org.executeUnscoped(
      `UPDATE turn_steps SET created_at = created_at + interval '1 s' WHERE turn_id = $1 AND key = 'tool:1:0'`,
      [first.turnId],
    );
    await org.run(second.turnId);
    const shown = turnpike.model.requests[2]?.messages.map((message) =>
      message.role === 'tool' ? message.name : message.role,
    );
    expect(shown?.join(' ')).toBe('user assistant look assistant note assistant nothing assistant user');
  });

  it('repeats neither a finished model call nor a finished tool after a crash', async () => {
    turnpike.model.answer(calls('note'), hangs);
    const { turnId } = await org.send();
    const crashing = turnpike.newRunner();
    const first = crashing.run(org.id, turnId, false);
    await eventually(async () => expect(turnpike.model.requests).toHaveLength(2));
    // Its worker is gone, as far as the database knows.
    await org.expireLease(turnId);
    turnpike.model.answer(() => ({ text: 'Noted.' }));
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(runs).toHaveLength(1);
    expect(turnpike.model.requests).toHaveLength(3);
    expect(await org.turn(turnId)).toMatchObject({
      state: 'completed',
      reply: { text: 'Noted.' },
      totals: { promptTokens: 200, modelRounds: 2, toolCalls: 1 },
    });
    // The first one wakes up, finds that its lease is gone, and leaves no mark.
    expect(await first).toEqual({ kind: 'done' });
    const types = await org.eventTypes(turnId);
    expect(types.filter((type) => type === 'turn.started')).toHaveLength(2);
    expect(types.filter((type) => type === 'turn.completed')).toHaveLength(1);
    const events = await org.events(turnId);
    expect(events.map((event) => event.seq)).toEqual(events.map((_event, index) => index + 1));
  });

  it('writes nothing for a turn that another worker has taken over', async () => {
    const { turnId } = await org.send();
    const steal = `UPDATE turns SET lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute' WHERE id = $1`;
    stealing = () => org.executeUnscoped(steal, [turnId]);
    turnpike.model.answer(calls('note'));
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(runs).toHaveLength(1);
    const kept =
      'SELECT (SELECT count(*) FROM tool_effects)::int AS effects, (SELECT count(*) FROM tool_calls)::int AS calls';
    expect(await org.queryUnscoped(kept)).toEqual([{ effects: 0, calls: 0 }]);
  });

  it('returns to the queue after a transient error, and fails at the last attempt', async () => {
    const busy = () => Promise.reject(new ModelError('UNAVAILABLE', 'The provider is busy.'));
    turnpike.model.answer(busy, busy);
    const { turnId } = await org.send();
    const next = await org.send();
    expect(await org.run(turnId)).toMatchObject({ kind: 'retry', error: { errorClass: 'UNAVAILABLE' } });
    expect((await org.events(turnId)).at(-1)).toMatchObject({
      type: 'turn.retrying',
      payload: { class: 'MODEL_UNAVAILABLE', message: 'The provider is busy.' },
    });
    expect(await org.row(turnId)).toMatchObject({ state: 'queued', lease_token: null });
    expect(await org.run(turnId, true)).toEqual({ kind: 'done' });
    expect(await org.row(turnId)).toMatchObject({
      state: 'failed',
      error_class: 'MODEL_UNAVAILABLE',
      error_message: 'The provider is busy.',
    });
    expect((await org.eventTypes(turnId)).at(-1)).toBe('turn.failed');
    expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
  });

  it('waits for a model that is usable again at a known time, without using up an attempt', async () => {
    const limited = (retryAfterMs: number) => () =>
      Promise.reject(new ModelError('RATE_LIMITED', 'busy', { retryAfterMs }));
    turnpike.model.answer(limited(60_000), limited(130_000));
    const { turnId } = await org.send();
    expect(await org.run(turnId, true)).toMatchObject({ kind: 'later', delayMs: 60_000 });
    expect(await org.row(turnId)).toMatchObject({ state: 'queued', starts: 0, lease_token: null });
    expect(await org.run(turnId, true)).toEqual({ kind: 'done' });
    expect(await org.row(turnId)).toMatchObject({ state: 'failed' });
  });

  it('fails at once after a permanent error, and stores its cost', async () => {
    turnpike.model.answer(calls('look'), () =>
      Promise.reject(new ModelError('BAD_REQUEST', 'connection error of the request')),
    );
    const { turnId } = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await org.row(turnId)).toMatchObject({
      state: 'failed',
      error_class: 'MODEL_BAD_REQUEST',
      prompt_tokens: 100,
    });
    const types = await org.eventTypes(turnId);
    expect(types.slice(-2)).toEqual(['model.started', 'turn.failed']);
  });

  it('fails if its agent no longer exists', async () => {
    const { turnId } = await org.send({ agent: 'helper' });
    await org.executeUnscoped(`UPDATE turns SET requested_agent = 'gone' WHERE id = $1`, [turnId]);
    await org.run(turnId);
    expect(await org.row(turnId)).toMatchObject({ state: 'failed', error_class: 'AGENT_GONE' });
  });

  it('stops at its next step when cancelled, and keeps the results of its tools', async () => {
    turnpike.model.answer(async () => {
      await org.cancel(turnId);
      return calls('note')();
    });
    const { turnId } = await org.send();
    const next = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await org.row(turnId)).toMatchObject({ state: 'cancelled', prompt_tokens: 100 });
    expect((await org.eventTypes(turnId)).at(-1)).toBe('turn.cancelled');
    expect(turnpike.jobs.turnIds.at(-1)).toBe(next.turnId);
    expect(runs).toHaveLength(0);
  });

  it('keeps the record of a side effect during a cancellation', async () => {
    const mail = turnpike.registry.tool('mail')?.tool;
    if (!mail) throw new Error('no mail');
    const { turnId } = await org.send();
    mail.execute = async () => {
      await org.cancel(turnId);
      return { sent: true };
    };
    turnpike.model.answer(calls('mail'));
    await org.run(turnId);
    expect((await org.row(turnId)).state).toBe('cancelled');
    const rows = await org.queryUnscoped(
      `SELECT e.state, c.success FROM tool_effects e JOIN tool_calls c ON c.org_id = e.org_id AND c.turn_id = e.turn_id WHERE e.turn_id = $1`,
      [turnId],
    );
    expect(rows).toEqual([{ state: 'done', success: true }]);
    expect(await org.eventTypes(turnId)).toEqual(expect.arrayContaining(['tool.finished', 'turn.cancelled']));
  });

  /** A run that waits for its model. */
  async function runHanging({ last = false } = {}) {
    turnpike.model.answer(hangs);
    const { turnId } = await org.send();
    const runner = turnpike.newRunner();
    const running = runner.run(org.id, turnId, last);
    await eventually(async () => expect(turnpike.model.requests).toHaveLength(1));
    return { turnId, runner, running };
  }

  it('is released when its worker shuts down', async () => {
    const { turnId, runner, running } = await runHanging({ last: true });
    runner.close(0);
    expect(await running).toMatchObject({ kind: 'later', delayMs: 0 });
    expect(await org.row(turnId)).toMatchObject({ state: 'queued', lease_token: null });
    expect(await runner.run(org.id, turnId, false)).toMatchObject({ kind: 'later' });
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect((await org.row(turnId)).state).toBe('completed');
  });

  it('does not start while another worker has it', async () => {
    const { turnId, runner, running } = await runHanging();
    const second = await org.run(turnId);
    expect(second).toMatchObject({ kind: 'later', delayMs: expect.any(Number) });
    expect((second as { delayMs: number }).delayMs).toBeLessThanOrEqual(5_100);
    runner.close(0);
    await running;
  });

  it('fails if it repeatedly crashes its workers', async () => {
    const { turnId } = await org.send();
    await org.executeUnscoped('UPDATE turns SET starts = 25 WHERE id = $1', [turnId]);
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await org.row(turnId)).toMatchObject({ state: 'failed', error_class: 'CRASH_LOOP' });
    expect(turnpike.model.requests).toHaveLength(0);
  });

  it('does not end a turn that another worker has taken over', async () => {
    turnpike.model.answer(async () => {
      await org.expireLease(turnId);
      const taken = await turnpike.claims.claim(org.id, turnId);
      expect(taken.kind).toBe('claimed');
      throw new ModelError('BAD_REQUEST', 'no');
    });
    const { turnId } = await org.send();
    await org.run(turnId);
    expect((await org.row(turnId)).state).toBe('running');
    expect(await org.eventTypes(turnId)).not.toContain('turn.failed');
  });

  it('stores model texts with characters that PostgreSQL rejects', async () => {
    turnpike.model.answer(
      (request) => {
        request.onText?.('half \ud83d');
        return {
          text: 'nul \u0000',
          toolCalls: [{ id: 'c\u0000', name: 'lo\u0000ok', arguments: { ['k\u0000']: '\ud800' } }],
        };
      },
      () => ({ text: 'a\u0000b' }),
    );
    const { turnId } = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await org.replyTo(turnId)).toBe('a\ufffdb');
  });

  it('is counted as ended only after its end is written', async () => {
    const refuse = () => Promise.reject(new ModelError('BAD_REQUEST', 'no'));
    turnpike.model.answer(refuse, refuse);
    const { turnId } = await org.send({ channel: 'voice' });
    const increaseOf = await metricIncreases();
    const { forOrg } = turnpike.database;
    const ending = jest.spyOn(turnpike.database, 'forOrg');
    ending.mockImplementation((orgId, work) =>
      forOrg.call(turnpike.database, orgId, async (tx) => {
        const result = await work(tx);
        const ended = await tx.query(`SELECT 1 FROM turns WHERE org_id = $1 AND state = 'failed'`);
        if (ended.length > 0) throw new DatabaseUnavailableError(new Error('gone'));
        return result;
      }),
    );
    await expect(org.run(turnId)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    ending.mockRestore();
    await org.expireLease(turnId);
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await increaseOf('turnpike_turns_total{state="failed",channel="voice"}')).toBe(1);
  });

  it('can be cancelled during its commit without an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { turnId } = await org.send();
    turnpike.model.answer(async () => {
      await org.cancel(turnId);
      return { text: 'Too late.' };
    });
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(await org.row(turnId)).toMatchObject({ state: 'cancelled' });
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('does not announce its completion before the commit', async () => {
    const { turnId, conversationId } = await org.send();
    let settled: Promise<unknown> = Promise.resolve();
    await org.transact(async (tx) => {
      await tx.queryUnscoped('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [conversationId]);
      settled = org.run(turnId);
      // The commit waits for the conversation.
      await untilBlocking(tx);
      expect(await org.eventTypes(turnId)).not.toContain('turn.completed');
    });
    await settled;
    expect((await org.eventTypes(turnId)).at(-1)).toBe('turn.completed');
  });
});
