import { once } from 'node:events';
import { z } from 'zod';
import { LanguageModels, ModelCalls, ModelRegistry, ModelRouter, ModelTasks } from '#models';
import { defineTask, type Tool } from '#pack-kit';
import { OpenAiModel } from '../../libs/models/providers/openai.provider.ts';
import { calls } from '../../libs/turns/testing/scripted-model.ts';
import { openTurns, plainTool, testPack, type TurnsFixture } from '../../libs/turns/testing/turns.fixture.ts';
import { LocalServer } from '../harness/local-server.ts';
import { describeWith } from '../harness/services.ts';

const score = defineTask({
  key: 'score',
  taskType: 'lead_scoring',
  instructions: 'Score.',
  input: z.object({ n: z.number() }),
  output: z.object({ score: z.number() }),
});

describeWith('postgres', 'a model call of a tool’s task', () => {
  let server: LocalServer;
  /** The tool's time limit. It ends long after the request is sent, because the SDK is loaded by then. */
  const hurried: Tool = {
    ...plainTool('hurry'),
    timeoutMs: 2_000,
    execute: (_input, { tasks }) => tasks.run('score', { n: 3 }),
  };
  const patient: Tool = {
    ...plainTool('wait'),
    execute: (_input, { tasks }) => tasks.run('score', { n: 2 }),
  };
  let turnpike: TurnsFixture;

  beforeAll(async () => {
    turnpike = await openTurns([{ ...testPack('alpha', [hurried, patient]), tasks: [score] }]);
    server = await LocalServer.start(() => undefined);
    const openai = new OpenAiModel({ apiKeys: ['k'], baseUrl: `${server.url}/v1` });
    const calls = new ModelCalls(new LanguageModels(new Map([['openai', openai]])), new ModelRegistry());
    turnpike.ports.tasks = new ModelTasks(new ModelRouter({ configured: ['openai'] }), calls);
  });
  afterAll(async () => {
    await turnpike?.close();
    await server?.stop();
  });

  /** Resolves when the first connection that requests a completion is closed. The model never answers. */
  const heldConnection = async () => {
    const { promise, resolve } = Promise.withResolvers<{ closed: Promise<unknown> }>();
    server.answering = (_request, answer) => resolve({ closed: once(answer, 'close') });
    return promise;
  };

  it('closes its connection when the turn is cancelled', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    const held = heldConnection();
    turnpike.model.answer(calls('wait'));
    const run = turnpike.newRunner().run(org.id, turnId, false);
    const { closed } = await held;
    await turnpike.control.cancel(org.id, turnId);
    await closed;
    await run;
    expect((await turnpike.row(org.id, turnId)).state).toBe('cancelled');
  });

  it('closes its connection at the time limit of the tool', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    const held = heldConnection();
    turnpike.model.answer(calls('hurry'), () => ({}));
    const run = turnpike.newRunner().run(org.id, turnId, false);
    await (
      await held
    ).closed;
    expect(await run).toEqual({ kind: 'done' });
    const [call] = await turnpike.database.forOrg(org.id, (tx) =>
      tx.queryUnscoped('SELECT result FROM tool_calls WHERE turn_id = $1', [turnId]),
    );
    expect(call).toMatchObject({ result: { success: false, errorClass: 'TIMEOUT' } });
  });
});
