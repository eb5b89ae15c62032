import { DEFAULT_LIMITS } from '../limits.ts';
import { programOf } from '../testing/run-fixture.ts';
import { LiveProgram } from './live-program.ts';
import { PacedSteps } from './paced-steps.ts';

const RUN = 7;
const NO_JSON = '{"a":';

describe('a program that sends invalid JSON', () => {
  let live: LiveProgram;
  let ended: number;
  beforeEach(() => {
    ended = 0;
    live = new LiveProgram(
      programOf(''),
      { spentMs: 0, cpuMs: DEFAULT_LIMITS.cpuMs },
      () => (ended += 1),
      new PacedSteps(),
    );
    live.startIn(RUN, () => undefined);
  });

  it.each(['{"a":', '', 'undefined', '{"__proto__"'])(
    'ends with CRASHED because of its value: %s',
    async (json) => {
      live.onRunEnd({
        type: 'end',
        run: RUN,
        end: { ok: true, json },
        logs: ['told before'],
        cpuMs: 1,
        memoryBytes: 2,
      });
      expect(await live.outcome).toMatchObject({
        ok: false,
        errorCode: 'CRASHED',
        error: 'The program tried to send something that is not JSON and was ended.',
        logs: ['told before'],
        memoryBytes: 2,
      });
      expect(ended).toBe(1);
    },
  );

  it('ends with CRASHED because of the arguments of a call', async () => {
    const calls = [{ sequence: 1, tool: 'read_thing', input: NO_JSON, isSleep: false }];
    live.onProgress({ type: 'progress', run: RUN, calls, idleCount: 1 });
    expect(await live.outcome).toMatchObject({ ok: false, errorCode: 'CRASHED', toolCalls: [] });
    expect(ended).toBe(1);
  });
});
