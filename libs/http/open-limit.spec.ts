import fc from 'fast-check';
import { OpenLimit } from './open-limit.ts';
import { ProblemError } from './problem.error.ts';

describe('a limit of open requests', () => {
  it('holds per holder and in the process, and frees what is left (property)', () => {
    const step = fc.record({ org: fc.constantFrom('a', 'b', 'c'), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const limit = new OpenLimit('uploads', 5, 2);
        const open: { org: string; leave: () => void }[] = [];
        for (const { org, leaves } of steps) {
          const own = open.filter((one) => one.org === org);
          if (leaves && own[0]) {
            own[0].leave();
            open.splice(open.indexOf(own[0]), 1);
            continue;
          }
          const isFull = own.length >= 3 || open.length >= 5;
          try {
            open.push({ org, leave: limit.enter([org, 3]) });
            expect(isFull).toBe(false);
          } catch (error) {
            expect(isFull).toBe(true);
            expect(error).toBeInstanceOf(ProblemError);
            expect(error).toMatchObject({ status: 429, options: { headers: { 'retry-after': '2' } } });
          }
        }
      }),
    );
  });
});
