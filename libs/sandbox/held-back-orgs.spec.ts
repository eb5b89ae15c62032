import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/harness/eventually.ts';
import type { ProgramOutcome, ToolAnswer } from './program.ts';
import { Sandbox } from './sandbox.ts';
import { programOf } from './testing/run-fixture.ts';

const errorOf = (outcome: ProgramOutcome) => (outcome.ok ? 'none' : outcome.errorCode);

describe('an org that is held back', () => {
  it('runs the programs of an org that burns CPU one at a time, with less of it', async () => {
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
    const braked = await own.run(programOf(`for (;;);`, { orgId: 'burner' }));
    expect(braked).toMatchObject({ ok: false, errorCode: 'CPU_TIME' });
    expect(braked).toMatchObject({
      error: expect.stringMatching(/limit of 50 ms .*by its setting it would have 250 ms/i),
    });
    // Each waits for the others: only side by side do all three come to an end.
    const third = Promise.withResolvers<void>();
    held = () => {
      if (now === 3) third.resolve();
      return third.promise;
    };
    await many('another');
    expect(most).toBe(3);
    await own.stop();
  });

  /** Inside a native that never asks whether to go on, for longer than its wall clock. */
  const stuck = `let asked = 0; Array.prototype.reverse.call({ get length() { asked += 1; return asked > 1 ? 2 ** 53 - 1 : 1 } })`;

  it('is one whose programs take their threads along, also where they end by their wall clock before', async () => {
    const own = await Sandbox.start({ threads: 1 });
    for (let killed = 1; killed <= 5; killed += 1) {
      const limits = { wallMs: 40, cpuMs: 20 };
      expect(errorOf(await own.run(programOf(stuck, { orgId: 'hostile', limits })))).toBe('WALL_TIME');
      await eventually(async () => expect(own.killedThreads).toBe(killed));
    }
    const braked = /limit of 50 ms .*by its setting it would have 250 ms/i;
    expect(await own.run(programOf(`for (;;);`, { orgId: 'hostile' }))).toMatchObject({
      errorCode: 'CPU_TIME',
      error: expect.stringMatching(braked),
    });
    expect(await own.run(programOf(`for (;;);`, { orgId: 'another' }))).toMatchObject({
      errorCode: 'CPU_TIME',
      error: expect.not.stringMatching(braked),
    });
    await own.stop();
  });
});
