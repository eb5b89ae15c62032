import { OwnRedis } from '../faults/run/own-redis.ts';
import { eventually } from '../harness/eventually.ts';
import { Installation } from '../harness/installation.ts';
import { describeWith, TEST_REDIS_URL } from '../harness/services.ts';

/** A port on which nothing listens. */
const DEAD_REDIS_URL = 'redis://127.0.0.1:1';

describeWith(['postgres', 'redis'], 'a queue that cannot be reached', () => {
  let turnpike: Installation;

  beforeAll(async () => {
    turnpike = await Installation.start({ backend: 'redis', workers: 0, env: { REDIS_URL: DEAD_REDIS_URL } });
  });

  afterAll(() => turnpike?.stop());

  it('loses no accepted turn: it is queued in the database, and the sweeper enqueues it when the queue is back', async () => {
    const response = await turnpike.request('/v1/messages', {
      method: 'POST',
      body: JSON.stringify({ contact: 'patient', channel: 'chat', text: 'Villas in Limassol' }),
    });
    expect(response.status).toBe(202);
    const { turnId } = (await response.json()) as { turnId: string };
    const state = async () =>
      ((await (await turnpike.request(`/v1/turns/${turnId}`)).json()) as { state: string }).state;
    expect(await state()).toBe('queued');
    await turnpike.addWorker({ REDIS_URL: TEST_REDIS_URL });
    await eventually(async () => expect(await state()).toBe('completed'));
  });
});

describeWith(['postgres', 'redis'], 'a worker that is started while Redis is away', () => {
  it('works as soon as Redis is back', async () => {
    const redis = await OwnRedis.start();
    const turnpike = await Installation.start({
      backend: 'redis',
      workers: 0,
      env: { REDIS_URL: redis.url },
    });
    try {
      // Longer than the timeout of a start.
      const back = redis.killAndRestart({ keepData: true, awayMs: 6_000 });
      await turnpike.addWorker();
      await back;
      const response = await turnpike.request('/v1/messages', {
        method: 'POST',
        body: JSON.stringify({ contact: 'patient', channel: 'chat', text: 'Villas in Limassol' }),
      });
      const { turnId } = (await response.json()) as { turnId: string };
      await eventually(async () => {
        const turn = await turnpike.request(`/v1/turns/${turnId}`);
        expect(await turn.json()).toMatchObject({ state: 'completed' });
      });
    } finally {
      await turnpike.stop();
      await redis.stop();
    }
  }, 400_000);
});
