import { ApiTest, needsOf } from '../e2e/api.fixture.ts';
import { productionBackend } from '../harness/installation.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

/** Pause of the program between its calls, during which its worker is killed. */
const CODE = `
const stored = await store_insight({ text: 'Needs a garden for two dogs', category: 'preference' });
await sleep(2000);
const known = await retrieve_context({ query: 'a garden for the dogs' });
return { stored: stored.insightId, known: known.map(({ id }) => id) };`;
interface ProgramStep {
  outcome: { success: boolean; called: string[]; modelText: string };
}

describe.each(productionBackend)('a worker that is killed in the middle of a program (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let model: ScriptedModel;
    let api: ApiTest;

    beforeAll(async () => {
      model = await ScriptedModel.start(
        { name: 'run_program', arguments: { code: CODE } },
        'I have noted it.',
      );
      api = await ApiTest.start({ backend, env: model.env });
    });

    afterAll(async () => {
      await api?.stop();
      await model?.stop();
    });

    it('is replaced: finished calls are replayed, the program goes on, and nothing is written twice', async () => {
      const { turnId } = await api.accept({
        contact: 'contact-020',
        agent: 'searcher',
        text: 'We have two dogs. Which garden did we speak of?',
      });
      const toolsCalled = () =>
        api.rows<{ tool: string; step: string }>(
          'SELECT tool, step_key AS step FROM tool_calls WHERE turn_id = $1 ORDER BY created_at',
          [turnId],
        );
      await eventually(async () => expect(await toolsCalled()).toHaveLength(1));
      // Immediately: the second worker takes longer to start than the program pauses.
      await api.turnpike.workers[0]?.kill();
      await api.turnpike.addWorker();

      const turn = await api.untilState(turnId, 'completed');
      // The queue hands the turn over. The sweeper, which looks less often, would have begun another run.
      expect(await api.rows('SELECT run FROM turns WHERE id = $1', [turnId])).toEqual([{ run: 0 }]);
      expect(turn.reply?.text).toBe('I have noted it.');
      expect(await toolsCalled()).toEqual([
        { tool: 'store_insight', step: 'program:1:0:1' },
        { tool: 'retrieve_context', step: 'program:1:0:3' },
      ]);
      const insights = await api.rows<{ id: string }>(
        `SELECT id FROM insights WHERE text = 'Needs a garden for two dogs'`,
      );
      expect(insights).toHaveLength(1);
      const rows = await api.rows<ProgramStep>(
        `SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key = 'tool:1:0'`,
        [turnId],
      );
      expect(rows[0]?.outcome).toMatchObject({
        success: true,
        called: ['store_insight', 'retrieve_context'],
      });
      expect(JSON.parse(rows[0]?.outcome.modelText ?? '{}')).toMatchObject({
        data: { stored: insights[0]?.id, known: expect.arrayContaining([insights[0]?.id]) },
      });
      // The program was written once: the model was called for the program and for the reply. Insight extraction is
      // not counted.
      expect(model.requests.filter(({ tools }) => tools)).toHaveLength(2);
    });
  });
});
