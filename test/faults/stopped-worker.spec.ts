import { ApiTest } from '../e2e/api.fixture.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

describeWith(['postgres', 'redis'], 'a worker that is told to stop in the middle of a turn', () => {
  let model: ScriptedModel;
  let api: ApiTest;

  beforeEach(async () => {
    model = await ScriptedModel.start(
      { name: 'store_insight', arguments: { text: 'Wants a sea view', category: 'preference' } },
      'I have noted it.',
    );
    api = await ApiTest.start({ backend: 'redis', env: model.env });
  });

  afterEach(async () => {
    await api?.stop();
    await model?.stop();
  });

  const turnThatIsHeld = async () => {
    model.holding = true;
    const { turnId } = await api.accept({
      contact: 'contact-020',
      agent: 'qualifier',
      text: 'We want to see the sea.',
    });
    await eventually(async () => expect(model.requests.length).toBeGreaterThan(1));
    return turnId;
  };
  it('finishes its running turns, then exits with 0', async () => {
    const turnId = await turnThatIsHeld();
    const stopped = api.turnpike.workers[0]?.stop();
    model.release();
    expect(await stopped).toBe(0);
    expect(await api.turn(turnId)).toMatchObject({ state: 'completed', reply: { text: 'I have noted it.' } });
  });

  it('releases turns that take too long, and exits with 0; another worker continues them', async () => {
    const turnId = await turnThatIsHeld();
    expect(await api.turnpike.workers[0]?.stop()).toBe(0);
    expect((await api.turn(turnId)).state).not.toBe('completed');
    model.release();
    await api.turnpike.addWorker();
    await api.untilState(turnId, 'completed');
    // One model call, one tool effect: the first worker's steps were not repeated.
    expect(model.toolRounds).toHaveLength(1);
  });
});
