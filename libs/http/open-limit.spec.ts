import fc from 'fast-check';
import { forAll } from '../../test/harness/for-all.ts';
import { OpenLimit } from './open-limit.ts';

const [MOST, MOST_OF_ORG] = [12, 4];
const uploads = () => new OpenLimit('uploads', MOST, MOST_OF_ORG, 2);

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
    const limit = uploads();
    const first = fill(limit, 'a');
    expect([first, fill(limit, 'b'), fill(limit, 'c')].map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(['d', 'e', 'f'].map((org) => fill(limit, org).length)).toEqual([1, 1, 0]);
    for (const leave of first) leave();
    expect([fill(limit, 'b'), fill(limit, 'd'), fill(limit, 'f')].map(({ length }) => length)).toEqual([
      0, 1, 1,
    ]);
  });

  it('refuses an org that has none only if all places are taken, and frees what is left (property)', () => {
    const step = fc.record({ org: fc.constantFrom(...'abcdefghijklmnop'), leaves: fc.boolean() });
    forAll(100, fc.array(step, { maxLength: 100 }), (steps) => {
      const limit = uploads();
      const open: { org: string; leave: () => void }[] = [];
      for (const { org, leaves } of steps) {
        const own = open.filter((one) => one.org === org);
        if (leaves && own[0]) {
          own[0].leave();
          open.splice(open.indexOf(own[0]), 1);
        } else if (own.length === 0 && open.length < MOST) {
          open.push({ org, leave: limit.enter(org) });
        } else {
          open.push(...fill(limit, org).map((leave) => ({ org, leave })));
        }
        expect(open.length).toBeLessThanOrEqual(MOST);
      }
      for (const { leave } of open) leave();
      expect(fill(limit, 'a')).toHaveLength(MOST_OF_ORG);
    });
  });
});
