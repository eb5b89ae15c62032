import { z } from 'zod';
import { defineTask, type Tool } from '#pack-kit';
import { describeWith } from '../../../../test/harness/services.ts';
import { calls } from '../../testing/scripted-model.ts';
import { recordSpans } from '../../testing/recorded-spans.ts';
import { useTurns, plainTool, testPack } from '../../testing/turns.fixture.ts';

describeWith('postgres', 'a task of a tool', () => {
  let ran = 0;
  let failNext = false;

  const score = defineTask({
    key: 'score',
    taskType: 'lead_scoring',
    instructions: 'Score.',
    input: z.object({ n: z.number() }),
    output: z.object({ score: z.number() }),
    rules: ({ n }) => {
      ran += 1;
      return { score: n * 2 };
    },
  });

  const scoring: Tool = {
    ...plainTool('rate'),
    execute: async (_input, { tasks }) => {
      const first = await tasks.run('score', { n: 2 });
      const again = await tasks.run('score', { n: 2 });
      return { first: first.output, again: again.output };
    },
  };

  const turnpike = useTurns([{ ...testPack('alpha', [scoring]), tasks: [score] }]);

  it('runs once in a turn, and not again in a replay', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    turnpike.model.answer(calls('rate'), () => {
      if (failNext) return {};
      failNext = true;
      throw new Error('the connection broke');
    });
    expect(await turnpike.newRunner().run(org.id, turnId, false)).toMatchObject({ kind: 'retry' });
    expect(ran).toBe(1);
    expect(await turnpike.newRunner().run(org.id, turnId, false)).toEqual({ kind: 'done' });
    expect(ran).toBe(1);
    const steps = await turnpike
      .sql(org.id)
      .queryUnscoped<{ outcome: unknown }>(
        `SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key LIKE 'task:score:%'`,
        [turnId],
      );
    expect(steps).toMatchObject([{ outcome: { output: { score: 4 }, generatedBy: 'rules' } }]);
  });

  it('appears in the trace with its model and the skipped models', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    turnpike.model.answer(calls('rate'), () => ({ text: 'Rated.' }));
    const recorded = recordSpans();
    await turnpike.newRunner().run(org.id, turnId, true);
    const span = (await recorded.take()).find(({ name }) => name === 'task score');
    await recorded.stop();
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
