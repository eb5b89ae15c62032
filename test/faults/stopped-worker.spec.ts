import { eventually } from '../harness/eventually.ts';
import { Installation } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

describeWith(['postgres', 'redis'], 'a worker that is told to stop in the middle of a turn', () => {
  let model: ScriptedModel;
  let turnpike: Installation;

  beforeEach(async () => {
    model = await ScriptedModel.start(
      { name: 'store_insight', arguments: { text: 'Wants a sea view', category: 'preference' } },
      'I have noted it.',
    );
    turnpike = await Installation.start({
      backend: 'redis',
      env: { MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'test', OPENAI_BASE_URL: model.url },
    });
  });

  afterEach(async () => {
    await turnpike?.stop();
    await model?.stop();
  });

  const turnThatIsHeld = async () => {
    model.holding = true;
    const response = await turnpike.request('/v1/messages', {
      method: 'POST',
      body: JSON.stringify({
        contact: 'contact-020',
        channel: 'chat',
        agent: 'qualifier',
        text: 'We want to see the sea.',
      }),
    });
    const { turnId } = (await response.json()) as { turnId: string };
    await eventually(async () => expect(model.requests.length).toBeGreaterThan(1));
    return turnId;
  };
  const read = async (turnId: string) =>
    (await (await turnpike.request(`/v1/turns/${turnId}`)).json()) as {
      state: string;
      reply: { text: string } | null;
    };

  it('finishes what it runs, then exits with 0', async () => {
    const turnId = await turnThatIsHeld();
    const stopped = turnpike.workers[0]?.stop();
    model.release();
    expect(await stopped).toBe(0);
    expect(await read(turnId)).toMatchObject({ state: 'completed', reply: { text: 'I have noted it.' } });
  });

  it('hands back what takes too long, and exits with 0; another one goes on with it', async () => {
    const turnId = await turnThatIsHeld();
    expect(await turnpike.workers[0]?.stop()).toBe(0);
    expect((await read(turnId)).state).not.toBe('completed');
    model.release();
    await turnpike.addWorker();
    await eventually(async () => expect(await read(turnId)).toMatchObject({ state: 'completed' }));
    // Asked once, noted once: what the first worker had done was not done again.
    const toolRounds = model.requests.filter(
      ({ tools, messages }) => tools && !messages.some(({ role }) => role === 'tool'),
    );
    expect(toolRounds).toHaveLength(1);
  });
});
