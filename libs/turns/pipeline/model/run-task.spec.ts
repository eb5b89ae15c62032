import type { Task, Tool } from '#pack-kit';
import { describeWith } from '../../../../test/harness/services.ts';
import { calls, dies } from '../../testing/scripted-model.ts';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { useOrg } from '../../testing/test-org.fixture.ts';
import { plainTool, scoreTask, testPack, useTurns } from '../../testing/turns.fixture.ts';

describeWith('postgres', 'a task of a tool', () => {
  let ran = 0;

  const score: Task = {
    ...scoreTask,
    rules: (input) => {
      ran += 1;
      return { score: (input as { n: number }).n * 2 };
    },
  };

  const scoring: Tool = {
    ...plainTool('rate'),
    execute: async (_input, { tasks }) => {
      const first = await tasks.run('score', { n: 2 });
      const again = await tasks.run('score', { n: 2 });
      return { first: first.output, again: again.output };
    },
  };

  const turnpike = useTurns([{ ...testPack('alpha', [scoring]), tasks: [score] }]);
  const org = useOrg(turnpike);

  it('runs once in a turn, and not again in a replay', async () => {
    const { turnId } = await org.send();
    turnpike.model.answer(calls('rate'), dies);
    expect(await org.run(turnId)).toMatchObject({ kind: 'retry' });
    expect(ran).toBe(1);
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    expect(ran).toBe(1);
    const steps = await org.queryUnscoped<{ outcome: unknown }>(
      `SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key LIKE 'task:score:%'`,
      [turnId],
    );
    expect(steps).toMatchObject([{ outcome: { output: { score: 4 }, generatedBy: 'rules' } }]);
  });

  it('appears in the trace with its model and the skipped models', async () => {
    turnpike.model.answer(calls('rate'), () => ({ text: 'Rated.' }));
    const span = (await spansDuring(() => org.say())).find(({ name }) => name === 'task score');
    expect(span?.attributes).toMatchObject({
      'gen_ai.request.model': 'offline-flash',
      'turnpike.route.tier': 'flash',
      'turnpike.route.candidates': expect.arrayContaining([
        'gpt-6-luna: MODEL_PROVIDER is offline',
        'offline-flash: chosen',
      ]) as string[],
    });
  });
});
