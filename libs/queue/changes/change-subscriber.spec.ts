import { ChangeSubscriber } from './change-subscriber.ts';

/** A refresh that the test completes. */
function controlled() {
  const running: { end: (error?: Error) => void }[] = [];
  const refresh = () =>
    new Promise<void>((resolve, reject) =>
      running.push({ end: (error) => (error ? reject(error) : resolve()) }),
    );
  const failures: unknown[] = [];
  return { running, failures, subscriber: new ChangeSubscriber(refresh, (error) => failures.push(error)) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('a subscriber', () => {
  it('refreshes once for all changes during a refresh, and never concurrently', async () => {
    const { running, subscriber } = controlled();
    const reached = [subscriber.reach(1), subscriber.reach(2), subscriber.reach(3)];
    expect(running).toHaveLength(1);
    running[0]?.end();
    await soon();
    expect(running).toHaveLength(2);
    running[1]?.end();
    await Promise.all(reached);
    await subscriber.reach(3);
    expect(running).toHaveLength(2);
  });

  it('retries a revision whose refresh failed', async () => {
    const { running, failures, subscriber } = controlled();
    const first = subscriber.reach(1);
    running[0]?.end(new Error('away'));
    await first;
    expect(failures).toHaveLength(1);
    const second = subscriber.reach(1);
    expect(running).toHaveLength(2);
    running[1]?.end();
    await second;
  });

  it('retries a revision whose refresh threw synchronously', async () => {
    const failures: unknown[] = [];
    const refresh = () => {
      throw new Error('at once');
    };
    const subscriber = new ChangeSubscriber(refresh, (error) => failures.push(error));
    await subscriber.reach(1);
    await subscriber.reach(1);
    expect(failures).toHaveLength(2);
  });

  it('refreshes a topic that has never changed', async () => {
    const { running, subscriber } = controlled();
    const first = subscriber.reach(0);
    expect(running).toHaveLength(1);
    running[0]?.end();
    await first;
    await subscriber.reach(0);
    expect(running).toHaveLength(1);
  });
});
