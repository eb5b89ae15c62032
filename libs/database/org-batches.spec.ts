import { OrgBatches } from './org-batches.ts';

describe('batches of an org', () => {
  interface Begun {
    orgId: string;
    batch: readonly string[];
    finish: () => void;
    fail: (error: Error) => void;
  }
  let begun: Begun[];
  let batches: OrgBatches<string, string>;

  beforeEach(() => {
    begun = [];
    batches = new OrgBatches(
      (orgId, batch) => {
        const { promise, resolve, reject } = Promise.withResolvers<(string | undefined)[]>();
        const finish = () => resolve(batch.map((wish) => (wish === 'shy' ? undefined : wish.toUpperCase())));
        begun.push({ orgId, batch, finish, fail: reject });
        return promise;
      },
      async (_orgId, wish) => `${wish} alone`,
      3,
    );
  });

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const sizes = () => begun.map(({ batch }) => batch.length);

  it('run requests of the same tick together', async () => {
    const answers = Promise.all([batches.add('a', 'x'), batches.add('a', 'y')]);
    await settled();
    expect(sizes()).toEqual([2]);
    begun[0]?.finish();
    expect(await answers).toEqual(['X', 'Y']);
  });

  it('collect requests while a batch runs, up to their size', async () => {
    const answers = [batches.add('a', 'x')];
    await settled();
    for (const wish of ['1', '2', '3', '4']) answers.push(batches.add('a', wish));
    await settled();
    expect(sizes()).toEqual([1]);
    begun[0]?.finish();
    await settled();
    begun[1]?.finish();
    await settled();
    begun[2]?.finish();
    expect(await Promise.all(answers)).toEqual(['X', '1', '2', '3', '4']);
    expect(sizes()).toEqual([1, 3, 1]);
  });

  it('do not delay one org for another', async () => {
    void batches.add('a', 'x');
    void batches.add('b', 'x');
    await settled();
    expect(begun.map(({ orgId }) => orgId)).toEqual(['a', 'b']);
  });

  it('reject the whole batch on a failure, and continue', async () => {
    const first = batches.add('a', 'x').catch((error: Error) => error.message);
    await settled();
    const second = batches.add('a', 'y');
    begun[0]?.fail(new Error('away'));
    expect(await first).toBe('away');
    await settled();
    begun[1]?.finish();
    expect(await second).toBe('Y');
  });

  it('retry a request without a batch result alone', async () => {
    const answers = Promise.all([batches.add('a', 'x'), batches.add('a', 'shy')]);
    await settled();
    begun[0]?.finish();
    expect(await answers).toEqual(['X', 'shy alone']);
  });

  it('retry each request alone after a refused batch', async () => {
    const answers = Promise.all([batches.add('a', 'x'), batches.add('a', 'y')]);
    await settled();
    begun[0]?.fail(new Error('refused'));
    expect(await answers).toEqual(['x alone', 'y alone']);
  });
});
