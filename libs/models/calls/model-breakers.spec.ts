import { eventually } from '../../../test/harness/eventually.ts';
import { ModelError } from '../model.errors.ts';
import { ModelBreakers } from './model-breakers.ts';

const OWNER = '0198a3c2-7b1e-7000-8000-000000000001';
const OTHER = '0198a3c2-7b1e-7000-8000-000000000002';
/** As in the code: more orgs than a process serves at a time. */
const MAX_OWN_CIRCUITS = 1_000;
const MODEL = { provider: 'openai', model: 'gpt' } as const;

describe('the circuit of a model', () => {
  const failing = async () => {
    throw new ModelError('UNAVAILABLE', 'account of the owner is suspended');
  };
  async function failFor(breakers: ModelBreakers, orgId: string, times = 2): Promise<void> {
    for (let call = 0; call < times; call += 1)
      await expect(breakers.run(MODEL, failing, orgId)).rejects.toThrow('suspended');
  }

  it('opens for the org whose calls fail, and for all if the calls of several orgs fail', async () => {
    const breakers = new ModelBreakers(60_000, 2);
    await failFor(breakers, OWNER);
    expect(breakers.obstacle(MODEL, OWNER)).toMatchObject({ passes: true });
    expect(breakers.obstacle(MODEL, OTHER)).toBeUndefined();
    await failFor(breakers, OTHER, 1);
    expect(breakers.obstacle(MODEL, 'a third')).toMatchObject({ passes: true });
    expect(breakers.seen()).toMatchObject([
      { orgId: OWNER, state: 'open' },
      { orgId: null, state: 'open' },
    ]);
  });

  it('stays closed for others however often the calls of one org fail', async () => {
    const breakers = new ModelBreakers(0, 2);
    await failFor(breakers, OWNER, 20);
    expect(await breakers.run(MODEL, async () => 'fine', OTHER)).toBe('fine');
    await failFor(breakers, OTHER, 1);
    expect(breakers.obstacle(MODEL, 'a third')).toBeUndefined();
    // A single failure of another org is no evidence against the service.
    const usual = new ModelBreakers(60_000, 5);
    await failFor(usual, OWNER, 5);
    await failFor(usual, OTHER, 1);
    expect(usual.obstacle(MODEL, 'a third')).toBeUndefined();
    await failFor(usual, OTHER, 1);
    expect(usual.obstacle(MODEL, 'a third')).toMatchObject({ passes: true });
  });

  it.each([
    'EXCESSIVE',
    'UNREADABLE',
    'BAD_REQUEST',
    'KEY_REJECTED',
    'RATE_LIMITED',
    'NOT_CONFIGURED',
  ] as const)('does not count %s', async (errorClass) => {
    const breakers = new ModelBreakers(60_000, 1);
    for (const org of [OWNER, OTHER, OWNER]) {
      const fail = () => Promise.reject(new ModelError(errorClass, 'no'));
      await expect(breakers.run(MODEL, fail, org)).rejects.toThrow('no');
    }
    expect(breakers.seen()).toMatchObject([{ state: 'closed' }]);
  });

  it('is separate for an org that uses its own keys', async () => {
    const breakers = new ModelBreakers(60_000, 2, undefined, (orgId) => orgId === OWNER);
    await failFor(breakers, OWNER);
    expect(breakers.obstacle(MODEL, OWNER)).toMatchObject({ passes: true });
    expect(breakers.obstacle(MODEL, OTHER)).toBeUndefined();
    expect(breakers.seen()).toMatchObject([{ orgId: OWNER, state: 'open' }]);
  });

  it('is counted by state, except for orgs, whose models can have any name', async () => {
    const breakers = new ModelBreakers(60_000, 2, undefined, (orgId) => orgId === OTHER);
    expect(breakers.states()).toEqual([]);
    await failFor(breakers, OWNER);
    const own = { provider: 'compatible', model: 'mine' } as const;
    await breakers.run(own, async () => 'fine', OWNER);
    await breakers.run(MODEL, async () => 'fine', OTHER);
    expect(breakers.seen()).toHaveLength(4);
    const counted = { ...MODEL, count: 1 };
    expect(breakers.states()).toEqual([
      { ...counted, state: 'open' },
      { ...counted, state: 'closed' },
    ]);
  });

  it('is dropped for the orgs that used their own account least recently, if there are too many', async () => {
    const breakers = new ModelBreakers(60_000, 2);
    const own = { provider: 'compatible', model: 'mine' } as const;
    const fine = async () => 'fine';
    await breakers.run(MODEL, fine, OWNER);
    await breakers.run(own, fine, OWNER);
    await breakers.run(own, fine, OTHER);
    await breakers.run(own, fine, OWNER);
    for (let org = 0; org < MAX_OWN_CIRCUITS - 1; org += 1) await breakers.run(own, fine, `org-${org}`);
    const owners = breakers.seen().map(({ orgId }) => orgId);
    expect(owners).toHaveLength(MAX_OWN_CIRCUITS + 1);
    expect(owners).toEqual(expect.arrayContaining([null, OWNER, 'org-0']));
    expect(owners).not.toContain(OTHER);
  });

  it('is counted as half open once a trial is allowed, even without a call', async () => {
    const breakers = new ModelBreakers(20, 2);
    await failFor(breakers, OWNER);
    await eventually(async () =>
      expect(breakers.states()).toContainEqual({ ...MODEL, state: 'half_open', count: 1 }),
    );
  });
});
