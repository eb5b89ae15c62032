import { ApiTest, needsOf } from '../e2e/api.fixture.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

/**
 * Maximum time from the death of a worker to the end of its turn: less than the interval at which the sweeper looks for
 * such turns.
 */
const TAKEOVER_MS = 15_000;

/** `random-faults.spec.ts` kills workers on Redis. */
describeWith(needsOf.embedded, 'a worker that is killed in the middle of a turn', () => {
  let model: ScriptedModel;
  let api: ApiTest;

  beforeAll(async () => {
    model = await ScriptedModel.start(
      { name: 'store_insight', arguments: { text: 'Needs a garden for two dogs', category: 'preference' } },
      'I have noted it.',
    );
    api = await ApiTest.start({ backend: 'embedded', env: model.env });
  });

  afterAll(async () => {
    await api?.stop();
    await model?.stop();
  });

  it('is replaced: the turn ends once, its tool ran once, a finished model call is not repeated', async () => {
    // The first call passes, the second one is held back: the tool has run by then.
    model.holding = true;
    const { turnId } = await api.accept({
      contact: 'contact-020',
      agent: 'qualifier',
      text: 'We have two dogs.',
    });
    await eventually(async () => {
      const rows = await api.rows('SELECT 1 FROM tool_calls WHERE turn_id = $1', [turnId]);
      expect(rows).toHaveLength(1);
    });
    // The second worker already runs when the first one, which has claimed the turn, dies.
    const [worker] = api.turnpike.workers;
    await api.turnpike.addWorker();
    const killedAt = performance.now();
    await worker?.kill();
    model.release();

    const turn = await api.untilState(turnId, 'completed');
    expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS);
    expect(turn.reply?.text).toBe('I have noted it.');
    const insights = await api.rows(`SELECT 1 FROM insights WHERE text = 'Needs a garden for two dogs'`);
    expect(insights).toHaveLength(1);
    const effects = await api.rows('SELECT state FROM tool_effects WHERE turn_id = $1', [turnId]);
    expect(effects).toEqual([{ state: 'done' }]);
    const replies = await api.rows(`SELECT 1 FROM messages WHERE turn_id = $1 AND role = 'assistant'`, [
      turnId,
    ]);
    expect(replies).toHaveLength(1);
    expect(model.toolRounds).toHaveLength(1);
  });
});
