import { once } from 'node:events';
import { LanguageModels, ModelCalls, ModelRegistry, ModelRouter, ModelTasks } from '#models';
import type { Tool } from '#pack-kit';
import { OpenAiModel } from '../../libs/models/providers/openai.provider.ts';
import { calls } from '../../libs/turns/testing/scripted-model.ts';
import { useOrg } from '../../libs/turns/testing/test-org.fixture.ts';
import { plainTool, scoreTask, testPack, useTurns } from '../../libs/turns/testing/turns.fixture.ts';
import { LocalServer } from '../harness/local-server.ts';
import { describeWith } from '../harness/services.ts';

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
  const turnpike = useTurns([{ ...testPack('alpha', [hurried, patient]), tasks: [scoreTask] }]);
  const org = useOrg(turnpike);
  beforeAll(async () => {
    server = await LocalServer.start(() => undefined);
    const openai = new OpenAiModel({ apiKeys: ['k'], baseUrl: `${server.url}/v1` });
    const calls = new ModelCalls(new LanguageModels(new Map([['openai', openai]])), new ModelRegistry());
    turnpike.ports.tasks = new ModelTasks(new ModelRouter({ configured: ['openai'] }), calls);
  });
  afterAll(() => server?.stop());

  /** Resolves when the first connection that requests a completion is closed. The model never answers. */
  const heldConnection = async () => {
    const { promise, resolve } = Promise.withResolvers<{ closed: Promise<unknown> }>();
    server.answering = (_request, answer) => resolve({ closed: once(answer, 'close') });
    return promise;
  };

  it('closes its connection when the turn is cancelled', async () => {
    const { turnId } = await org.send();
    const held = heldConnection();
    turnpike.model.answer(calls('wait'));
    const run = org.run(turnId);
    const { closed } = await held;
    await org.cancel(turnId);
    await closed;
    await run;
    expect((await org.row(turnId)).state).toBe('cancelled');
  });

  it('closes its connection at the time limit of the tool', async () => {
    const { turnId } = await org.send();
    const held = heldConnection();
    turnpike.model.answer(calls('hurry'), () => ({}));
    const run = org.run(turnId);
    await (
      await held
    ).closed;
    expect(await run).toEqual({ kind: 'done' });
    const [call] = await org.queryUnscoped('SELECT result FROM tool_calls WHERE turn_id = $1', [turnId]);
    expect(call).toMatchObject({ result: { success: false, errorClass: 'TIMEOUT' } });
  });
});
