import { setImmediate as nextTurn } from 'node:timers/promises';
import { PacedSteps } from './paced-steps.ts';

describe('paced steps', () => {
  let nowMs: number;
  let done: string[];
  let steps: PacedSteps;
  beforeEach(() => {
    nowMs = 0;
    done = [];
    steps = new PacedSteps(() => nowMs);
  });

  function step(name: string, tookMs: number): () => void {
    return () => {
      nowMs += tookMs;
      done.push(name);
    };
  }

  it('run at once while they are short', () => {
    for (const name of ['a', 'b', 'c']) steps.run(step(name, 1));
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('wait for the next event loop iteration if they add up, and keep their order', async () => {
    steps.run(step('large', 12));
    steps.run(step('as large', 12));
    steps.run(step('small', 1));
    steps.run(step('last', 12));
    expect(done).toEqual(['large']);
    await nextTurn();
    expect(done).toEqual(['large', 'as large']);
    steps.run(step('later', 1));
    await nextTurn();
    expect(done).toEqual(['large', 'as large', 'small', 'last']);
    await nextTurn();
    expect(done).toEqual(['large', 'as large', 'small', 'last', 'later']);
  });

  it('can be started by other steps', async () => {
    steps.run(() => {
      step('outer', 12)();
      steps.run(step('inner', 1));
    });
    await nextTurn();
    expect(done).toEqual(['outer', 'inner']);
  });
});
