import fc from 'fast-check';
import { OpenLimit } from './open-limit.ts';

const LIMITS = { what: 'uploads', most: 12, mostOfOrg: 4, retryAfterS: 2 };

/** Opens as many requests as the org may have now. */
function fill(limit: OpenLimit, org: string): (() => void)[] {
  const open: (() => void)[] = [];
  try {
    for (;;) open.push(limit.enter(org));
  } catch (error) {
    expect(error).toMatchObject({
      status: 429,
      code: 'too-many-open',
      options: { headers: { 'retry-after': '2' } },
    });
    return open;
  }
}

describe('a limit of open requests', () => {
  it('leaves places to orgs that have none, and makes shares smaller as orgs join', () => {
    const limit = new OpenLimit(LIMITS);
    const first = fill(limit, 'a');
    expect([first, fill(limit, 'b'), fill(limit, 'c')].map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(['d', 'e', 'f'].map((org) => fill(limit, org).length)).toEqual([1, 1, 0]);
    for (const leave of first) leave();
    expect([fill(limit, 'b'), fill(limit, 'd'), fill(limit, 'f')].map(({ length }) => length)).toEqual([
      0, 1, 1,
    ]);
  });

  it('holds per key as well', () => {
    const limit = new OpenLimit(LIMITS);
    const leave = limit.enter('a', { id: 'k', most: 1 });
    expect(() => limit.enter('a', { id: 'k', most: 1 })).toThrow(/^The key has its limit of 1 uploads open/);
    limit.enter('a', { id: 'other', most: 1 });
    leave();
    limit.enter('a', { id: 'k', most: 1 });
  });

  it('refuses an org that has none only if all places are taken, and frees what is left (property)', () => {
    const step = fc.record({ org: fc.constantFrom(...'abcdefghijklmnop'), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const limit = new OpenLimit(LIMITS);
        const open: { org: string; leave: () => void }[] = [];
        for (const { org, leaves } of steps) {
          const own = open.filter((one) => one.org === org);
          if (leaves && own[0]) {
            own[0].leave();
            open.splice(open.indexOf(own[0]), 1);
          } else if (own.length === 0 && open.length < LIMITS.most) {
            open.push({ org, leave: limit.enter(org) });
          } else {
            open.push(...fill(limit, org).map((leave) => ({ org, leave })));
          }
          expect(open.length).toBeLessThanOrEqual(LIMITS.most);
        }
        for (const { leave } of open) leave();
        expect(fill(limit, 'a')).toHaveLength(LIMITS.mostOfOrg);
      }),
    );
  });
});
