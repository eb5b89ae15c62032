import { randomUUID } from 'node:crypto';
import type { OrgTransaction } from '#database';
import type { BegunCall, ModelUse } from '#models';
import type { ToolOutcome } from '#tools';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import type { EarlierRuns, RecordedStep, TurnRow } from '../run/claimed-turn.ts';
import { modelUse } from '../testing/model-use.fixture.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';
import { lookLive } from '../live/conversation-reader.repository.ts';
import { LogWriter } from './log-writer.ts';
import { TurnLog, type LoggedTurn } from './turn-log.ts';

describeWith('postgres', 'the log of a turn', () => {
  let turn: TurnRow;
  let earlier: EarlierRuns;
  let writer: LogWriter;
  let log: TurnLog;

  const turnpike = useTurns();
  const org = useOrg(turnpike);
  beforeAll(() => {
    writer = new LogWriter(turnpike.database, turnpike.notifications);
  });

  beforeEach(async () => {
    const { turnId } = await org.send({ newConversation: true });
    const claim = await turnpike.claims.claim(org.id, turnId);
    if (claim.kind !== 'claimed') throw new Error('not claimed');
    ({ row: turn, earlier } = claim.turn);
    log = newLog();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await log.close();
  });

  const newLog = (change: Partial<LoggedTurn['row'] & EarlierRuns> = {}, flushAfterMs?: number) =>
    new TurnLog(
      writer,
      turnpike.clock,
      { row: { ...turn, ...change }, isRead: false, earlier: { ...earlier, ...change } },
      flushAfterMs,
    );
  const told = async () => (await org.events(turn.id)).slice(1);
  const steps = async () =>
    org.queryUnscoped('SELECT key, outcome FROM turn_steps WHERE turn_id = $1 ORDER BY key', [turn.id]);

  const writes = () => jest.spyOn(turnpike.database, 'forOrgAtOnce');
  /** Holds the next write until the returned function is called. */
  function holdNextWrite(): () => void {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { forOrgAtOnce } = turnpike.database;
    writes().mockImplementationOnce(async (orgId, work) => {
      await held;
      return forOrgAtOnce.call(turnpike.database, orgId, work);
    });
    return letGo;
  }
  /** Records a tool call and, in its transaction, runs `work`. */
  const recordCall = (work?: (tx: OrgTransaction) => Promise<unknown>, key = 'tool:1:0') => {
    const recorder = log.recorderOf(() => log.record(key, 'a'));
    return recorder.around(() =>
      org.transact(async (tx) => {
        await recorder.recordIn(tx, {} as ToolOutcome);
        await work?.(tx);
      }),
    );
  };
  const undo = () => Promise.reject(new Error('undone'));

  it('writes soon, in order, and notifies subscribers', async () => {
    let heard = 0;
    turnpike.notifications.watch(org.id, turn.id, () => (heard += 1));
    log.emit('turn.started');
    log.emit('model.started', { round: 1 });
    const both = [
      { seq: 2, type: 'turn.started' },
      { seq: 3, type: 'model.started' },
    ];
    await eventually(async () => expect(await told()).toMatchObject(both), SOON_MS);
    expect(heard).toBe(1);
  });

  it('keeps the text since the last event for readers, and stores no event of it', async () => {
    log.emit('model.started');
    log.say('lost, as nobody reads');
    await log.flush();
    expect([await org.query('SELECT 1 FROM conversation_readers WHERE org_id = $1'), log.isRead]).toEqual([
      [],
      false,
    ]);
    const soFar = () => org.transact((tx) => lookLive(tx, turn.id));
    await soFar();
    for (const text of ['a', 'b', '\ud83d']) log.say(text);
    await log.flush();
    expect(await soFar()).toMatchObject({ seq: 2, text: 'lost, as nobody readsab' });
    log.say('\ude00\u0000!');
    await log.flush();
    expect(await soFar()).toMatchObject({ seq: 2, text: 'lost, as nobody readsab\u{1f600}\ufffd!' });
    log.emit('model.started');
    log.say('c');
    await log.flush();
    expect([await soFar(), log.isRead]).toMatchObject([{ seq: 3, text: 'c' }, true]);
    const late = newLog({ leaseToken: randomUUID() });
    late.say('of a run that has lost its lease');
    await late.flush();
    expect(await soFar()).toMatchObject({ seq: 3, text: 'c' });
    expect((await told()).map((event) => event.type)).toEqual(['model.started', 'model.started']);
  });

  it('stores a step once, and returns recorded steps', async () => {
    log.record('model:1', { text: 'x\u0000' });
    await log.flush();
    expect(await steps()).toEqual([{ key: 'model:1', outcome: { text: 'x\ufffd' } }]);
    const resumed = newLog({ steps: new Map([['model:1', { requestHash: '', outcome: 5 }]]) });
    expect(resumed.recorded('model:1')).toBe(5);
    expect(resumed.recorded('model:2')).toBeUndefined();
  });

  it('detects a changed request of a step, also with arguments from the journal', async () => {
    log.record('model:2', 5, { messages: [{ arguments: { type: 'flat', maximum: 5 } }] });
    await log.flush();
    const stored = await org.query<RecordedStep & { key: string }>(
      `SELECT key, request_hash AS "requestHash", outcome FROM turn_steps WHERE org_id = $1`,
    );
    const resumed = newLog({ steps: new Map(stored.map((step) => [step.key, step])) });
    const asked = (maximum: number) => ({ messages: [{ arguments: { maximum, type: 'flat' } }] });
    expect([5, 6].map((maximum) => resumed.requestChanged('model:2', asked(maximum)))).toEqual([false, true]);
  });

  it('writes nothing after its lease is lost', async () => {
    log = newLog({ leaseToken: randomUUID() });
    log.emit('turn.started');
    log.record('offered', {});
    await expect(log.flush()).rejects.toThrow(LeaseLostError);
    await expect(recordCall()).rejects.toThrow(LeaseLostError);
    expect([await told(), await steps()]).toEqual([[], []]);
  });

  it('remembers that a write in the background found the lease lost', async () => {
    log = newLog({ leaseToken: randomUUID() });
    log.emit('turn.started');
    await eventually(async () => await expect(log.flush()).rejects.toThrow(LeaseLostError));
    await expect(log.flush()).rejects.toThrow(LeaseLostError);
  });

  it('writes finished steps and then reports the requested cancellation', async () => {
    await org.cancel(turn.id);
    log.emit('turn.started');
    await expect(log.flush()).rejects.toThrow(TurnCancelledError);
    log.emit('tool.finished');
    await recordCall();
    expect(() => log.throwIfCancelled()).toThrow(TurnCancelledError);
    expect((await told()).map((event) => event.type)).toEqual(['turn.started', 'tool.finished']);
  });

  it('loses nothing in a short outage', async () => {
    writes().mockRejectedValueOnce(new Error('away'));
    log.emit('model.started', { round: 1 });
    log.record('offered', {});
    await expect(log.flush()).rejects.toThrow('away');
    log.emit('model.started', { round: 2 });
    await log.flush();
    expect((await told()).map(({ payload }) => payload.round)).toEqual([1, 2]);
    expect(await steps()).toHaveLength(1);
  });

  it('treats a write as done if only its response was lost', async () => {
    const { forOrgAtOnce } = turnpike.database;
    writes().mockImplementationOnce(async (orgId, work) => {
      await forOrgAtOnce.call(turnpike.database, orgId, work);
      throw new Error('the connection broke');
    });
    log.emit('turn.started');
    log.record('offered', {});
    await expect(log.flush()).rejects.toThrow('the connection broke');
    log.emit('model.started');
    await log.flush();
    expect((await told()).map((event) => event.seq)).toEqual([2, 3]);
  });

  it.each(['committed', 'undone'])(
    'orders what it writes in the background with an end of the turn, be that %s',
    async (outcome) => {
      const letGo = holdNextWrite();
      log.emit('turn.started');
      const flushed = log.flush();
      await Promise.resolve();
      log.record('tool:1:0', 'a');
      log.record('model:1', 'a');
      const ended = log.exclusively(() =>
        org.transact(async (tx) => {
          await tx.executeUnscoped('SELECT 1 FROM turns WHERE id = $1 FOR NO KEY UPDATE', [turn.id]);
          await TurnLog.writeEndsInto(tx, [{ log, event: 'turn.completed', payload: {} }]);
          if (outcome === 'undone') throw new Error(outcome);
          await tx.executeUnscoped(`UPDATE turns SET state = 'completed' WHERE id = $1`, [turn.id]);
        }),
      );
      const after = log.flush();
      letGo();
      await Promise.allSettled([flushed, ended]);
      await after;
      const types = outcome === 'undone' ? ['turn.started'] : ['turn.started', 'turn.completed'];
      expect((await told()).map((event) => event.type)).toEqual(types);
      const kept = outcome === 'undone' ? ['model:1', 'tool:1:0'] : ['tool:1:0'];
      expect((await steps()).map(({ key }) => key).toSorted()).toEqual(kept);
    },
  );

  const counted = async (uses: ModelUse[]) =>
    org.query('SELECT cost_usd::float AS "costUsd" FROM model_calls WHERE org_id = $1 AND id = ANY ($2)', [
      uses.map(({ id }) => id),
    ]);

  const underWay = async () =>
    org.query(
      `SELECT id, amount_usd::float AS "amountUsd", model, prompt_tokens::int AS "promptTokens" FROM budget_reservations
          WHERE org_id = $1`,
    );
  const expected = { amountUsd: 1.5, promptTokens: 100, completionTokens: 50, leaseMs: 60_000 };
  const begun = (use: ModelUse): BegunCall => ({ ...use, ...expected });

  it('stores a call in progress with the next write, and removes it with its usage', async () => {
    const used = modelUse(0.25);
    log.begin(begun(used));
    log.emit('model.started');
    await log.flush();
    expect(await underWay()).toEqual([
      { id: used.id, amountUsd: 1.5, model: 'gpt-5.4-mini', promptTokens: 100 },
    ]);
    void log.keep({ use: used });
    await log.flush();
    expect(await underWay()).toEqual([]);
    expect(await counted([used])).toEqual([{ costUsd: 0.25 }]);
  });

  it('stores a call in progress soon, also without another write', async () => {
    log.emit('model.started');
    // The budget check took longer than the event waited.
    await eventually(async () => expect(await told()).toHaveLength(1), SOON_MS);
    const used = modelUse(0.25);
    log.begin(begun(used));
    await eventually(async () => expect(await underWay()).toMatchObject([{ id: used.id }]), SOON_MS);
    void log.forget(used.id);
    await log.flush();
  });

  it('forgets a call without a result, and stores no call that ended before the first write', async () => {
    const [failed, quick] = [modelUse(0), modelUse(0.25)];
    log.begin(begun(failed));
    await log.flush();
    expect(await underWay()).toHaveLength(1);
    void log.forget(failed.id);
    log.begin(begun(quick));
    void log.keep({ use: quick });
    await log.flush();
    expect(await underWay()).toEqual([]);
    expect(await counted([failed, quick])).toEqual([{ costUsd: 0.25 }]);
  });

  it('forgets a call without a result during an outage', async () => {
    const failed = modelUse(0);
    log.begin(begun(failed));
    writes().mockRejectedValueOnce(new Error('the database is away'));
    const write = log.flush();
    await Promise.resolve();
    void log.forget(failed.id);
    await expect(write).rejects.toThrow('the database is away');
    await log.flush();
    expect(await underWay()).toEqual([]);
  });

  it('forgets a call without a result even if the run ends without another write, or has ended', async () => {
    const failed = [modelUse(0), modelUse(0)];
    for (const use of failed) log.begin(begun(use));
    await log.flush();
    void log.forget(failed[0]!.id);
    await log.close();
    expect(await underWay()).toMatchObject([{ id: failed[1]!.id }]);
    await log.forget(failed[1]!.id);
    expect(await underWay()).toEqual([]);
  });

  it('leaves no open call if it ends while its start is stored', async () => {
    log = newLog({}, 600_000); // Writes nothing by itself.
    for (const end of ['keep', 'forget']) {
      const letGo = holdNextWrite();
      const used = modelUse(0.25);
      log.begin(begun(used));
      const flushed = log.flush();
      await Promise.resolve();
      void (end === 'keep' ? log.keep({ use: used }) : log.forget(used.id));
      const recorded = recordCall(undefined, `tool:1:${end}`);
      letGo();
      await Promise.all([flushed, recorded]);
      expect(await underWay()).toEqual([]);
    }
  });

  it('stores no call of a turn that another worker has taken over', async () => {
    const late = newLog({ leaseToken: randomUUID() });
    late.begin(begun(modelUse(1)));
    await expect(late.flush()).rejects.toBeInstanceOf(LeaseLostError);
    expect(await underWay()).toEqual([]);
  });

  it('counts paid calls once, even if another worker has taken over the turn', async () => {
    const used = [modelUse(0.25), modelUse(0.5)];
    const late = newLog({ leaseToken: randomUUID() });
    void late.keep({ use: used[0]! });
    await expect(late.flush()).rejects.toBeInstanceOf(LeaseLostError);
    void late.keep({ use: used[1]! });
    await late.close();
    expect(await counted(used)).toHaveLength(2);
    expect(await steps()).toEqual([]);
  });

  it('takes back the entries of a failed transaction, except its own outcome', async () => {
    const used = modelUse(0.25);
    void log.keep({ use: used });
    log.record('model:1', 'a');
    await expect(recordCall(undo)).rejects.toThrow('undone');
    await log.flush();
    expect(await steps()).toMatchObject([{ key: 'model:1' }]);
    expect(await counted([used])).toHaveLength(1);
  });

  it('counts paid calls if the transaction that should store them failed', async () => {
    const used = modelUse(0.25);
    void log.keep({ use: used });
    await expect(recordCall(undo)).rejects.toThrow('undone');
    await log.close();
    expect(await counted([used])).toHaveLength(1);
  });

  it('counts a call that returns after its end', async () => {
    const used = modelUse(0.25);
    await log.close();
    await log.keep({ use: used });
    expect(await counted([used])).toEqual([{ costUsd: 0.25 }]);
  });

  it('leaves no timer behind', async () => {
    log.emit('turn.started');
    await log.close();
    log.emit('model.started');
    await log.close();
    expect(await told()).toEqual([]);
  });
});
