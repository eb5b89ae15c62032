import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/harness/eventually.ts';
import type { ProgramOutcome, ToolAnswer } from './program.ts';
import { Sandbox } from './sandbox.ts';
import { programOf } from './testing/run-fixture.ts';

const errorOf = (outcome: ProgramOutcome) => (outcome.ok ? 'none' : outcome.errorCode);

describe('a throttled org', () => {
  it('runs its programs one at a time, with less CPU time', async () => {
    const own = await Sandbox.start({ threads: 1 });
    const burn = () => own.run(programOf(`for (;;);`, { orgId: 'burner', limits: { cpuMs: 5 } }));
    for (let stopped = 0; stopped < 5; stopped += 1) expect(errorOf(await burn())).toBe('CPU_TIME');
    let [now, most] = [0, 0];
    let held: () => Promise<unknown> = () => delay(5);
    const call = async (): Promise<ToolAnswer> => {
      now += 1;
      most = Math.max(most, now);
      await held();
      now -= 1;
      return { ok: true, value: 1 };
    };
    const many = (orgId: string) =>
      Promise.all([1, 2, 3].map(() => own.run(programOf(`return await read_thing({})`, { orgId, call }))));
    await many('burner');
    expect(most).toBe(1);
    const throttled = await own.run(programOf(`for (;;);`, { orgId: 'burner' }));
    expect(throttled).toMatchObject({ ok: false, errorCode: 'CPU_TIME' });
    expect(throttled).toMatchObject({
      error: expect.stringMatching(/limit of 50 ms .*by its setting it would have 2000 ms/i),
    });
    // Each program waits for the others, so that they finish only if all three run concurrently.
    const third = Promise.withResolvers<void>();
    held = () => {
      if (now === 3) third.resolve();
      return third.promise;
    };
    await many('another');
    expect(most).toBe(3);
    await own.stop();
  });

  /** Stays inside a native without interruption checks for longer than its wall-clock limit. */
  const stuck = `let asked = 0; Array.prototype.reverse.call({ get length() { asked += 1; return asked > 1 ? 2 ** 53 - 1 : 1 } })`;

  it('has programs that crash their threads, even if their wall-clock limit ends them first', async () => {
    const own = await Sandbox.start({ threads: 1 });
    for (let killed = 1; killed <= 5; killed += 1) {
      const limits = { wallMs: 40, cpuMs: 20 };
      expect(errorOf(await own.run(programOf(stuck, { orgId: 'hostile', limits })))).toBe('WALL_TIME');
      await eventually(async () => expect(own.killedThreads).toBe(killed));
    }
    const throttled = /limit of 50 ms .*by its setting it would have 2000 ms/i;
    expect(await own.run(programOf(`for (;;);`, { orgId: 'hostile' }))).toMatchObject({
      errorCode: 'CPU_TIME',
      error: expect.stringMatching(throttled),
    });
    expect(await own.run(programOf(`for (;;);`, { orgId: 'another' }))).toMatchObject({
      errorCode: 'CPU_TIME',
      error: expect.not.stringMatching(throttled),
    });
    await own.stop();
  });
});
