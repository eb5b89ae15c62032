import { ApiTest } from '../e2e/api.fixture.ts';
import { EventReader } from '../e2e/event-stream.fixture.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

/** One installation: a test that stopped a process starts another one in its place. */
describeWith(['postgres', 'redis'], 'a process that is told to stop in the middle of a turn', () => {
  let model: ScriptedModel;
  let api: ApiTest;

  beforeAll(async () => {
    model = await ScriptedModel.start(
      { name: 'store_insight', arguments: { text: 'Wants a sea view', category: 'preference' } },
      'I have noted it.',
    );
    api = await ApiTest.start({ backend: 'redis', env: model.env });
  });
  afterEach(() => model.release());

  afterAll(async () => {
    await api?.stop();
    await model?.stop();
  });

  const worker = () => api.turnpike.workers.at(-1);
  const messageOf = (contact: string) => ({
    contact,
    channel: 'chat',
    agent: 'qualifier',
    text: 'We want to see the sea.',
  });
  /** Resolves when the turn has called its tool and waits for the model's reply. */
  const isHeld = () => eventually(async () => expect(model.heldAnswers).toBe(1));
  const turnThatIsHeld = async (contact: string) => {
    model.holding = true;
    const { turnId } = await api.accept(messageOf(contact));
    await isHeld();
    return turnId;
  };

  it('finishes its running turns, then exits with 0: a worker', async () => {
    const turnId = await turnThatIsHeld('early');
    const stopped = worker()?.stop();
    model.release();
    expect(await stopped).toBe(0);
    expect(await api.turn(turnId)).toMatchObject({ state: 'completed', reply: { text: 'I have noted it.' } });
    await api.turnpike.addWorker();
  });

  it('releases turns that take too long, and exits with 0; another worker continues them', async () => {
    const before = model.toolRounds.length;
    const turnId = await turnThatIsHeld('late');
    expect(await worker()?.stop()).toBe(0);
    expect((await api.turn(turnId)).state).not.toBe('completed');
    model.release();
    await api.turnpike.addWorker();
    await api.untilState(turnId, 'completed');
    // One model call, one tool effect: the first worker's steps were not repeated.
    expect(model.toolRounds).toHaveLength(before + 1);
  });

  it('answers accepted requests, ends streams, and exits with 0: an api', async () => {
    model.holding = true;
    const waiting = api.turnpike.request('/v1/messages?wait=25', {
      method: 'POST',
      body: JSON.stringify(messageOf('patient')),
    });
    await isHeld();
    const [turn] = await api.rows<{ id: string }>(`SELECT id FROM turns WHERE contact_id = 'patient'`);
    const stream = EventReader.open(api.turnpike, turn!.id);
    await stream.until('turn.started');
    const stopped = api.turnpike.app('api')?.stop();
    const answer = await waiting;
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ turnId: turn!.id });
    await stream.ended;
    expect(await stopped).toBe(0);
  });
});
