import { Logger } from '@nestjs/common';
import { eventually } from '../../test/harness/eventually.ts';
import type { Program } from './program.ts';
import { SandboxStoppedError } from './sandbox.errors.ts';
import { SandboxThread } from './pool/sandbox-thread.ts';
import { REPLACE_AGAIN_AFTER_MS, Sandbox } from './sandbox.ts';
import { watchThreads } from '../../test/harness/ended-threads.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';

describe('a thread that crashes', () => {
  let threads: ReturnType<typeof watchThreads>;
  let sandbox: Sandbox;

  beforeEach(async () => {
    threads = watchThreads();
    sandbox = await Sandbox.start({ threads: 1, programsPerThread: 2 });
  });
  afterEach(async () => {
    await sandbox.stop();
    threads.restore();
  });

  /** A program whose thread ends with each of its first `times` calls, in any run. */
  function losingItsThread(times: number) {
    let lost = 0;
    const answered: number[] = [];
    const call: Program['call'] = async ({ sequence }) => {
      answered.push(sequence);
      return { ok: true, value: sequence };
    };
    const onAnswer = async () => {
      if (lost >= times) return;
      lost += 1;
      // The program is idle. Inside the engine it would be the culprit.
      await eventually(async () => expect(threads.isBusy()).toBe(false));
      await threads.endLast();
    };
    const code = `let sum = 0; for (let at = 1; at <= 9; at += 1) sum += await read_thing({ at }); return sum`;
    return { program: programOf(code, { call, onAnswer }), answered };
  }

  it('is replaced, and its programs continue from their records without repeating a call', async () => {
    const { program, answered } = losingItsThread(2);
    expect(await sandbox.run(program)).toMatchObject({ ok: true, value: 45 });
    expect(answered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(threads.started).toBe(3);
  });

  it('ends a program with CRASHED if it loses its thread in each replay, and no program after it', async () => {
    const { program, answered } = losingItsThread(9);
    expect(await sandbox.run(program)).toMatchObject({
      ok: false,
      errorCode: 'CRASHED',
      error: 'The program lost its thread to other programs, and again in each replay of it.',
    });
    expect(answered).toEqual([1, 2, 3]);
    expect(await sandbox.run(programOf(INNOCENT))).toMatchObject({ ok: true, value: INNOCENT_VALUE });
    expect(sandbox.killedThreads).toBe(0);
  });

  it('ends a program with CRASHED, not with a limit, if it was in the engine both times', async () => {
    const running = sandbox.run(
      programOf(`for (let at = 0; at < 1e12; at += 1) {}`, { limits: { cpuMs: 2_000 } }),
    );
    for (const times of [1, 2]) {
      await eventually(async () => expect([threads.started, threads.isBusy()]).toEqual([times, true]));
      await threads.endLast();
    }
    expect(await running).toMatchObject({
      ok: false,
      errorCode: 'CRASHED',
      error: 'The thread of the program ended while it ran, and again in the replay of it.',
    });
    expect(await sandbox.run(programOf(INNOCENT))).toMatchObject({ ok: true, value: INNOCENT_VALUE });
  });

  it('leaves no starting replacement behind when the sandbox is stopped', async () => {
    const { program } = losingItsThread(1);
    program.onAnswer = async () => {
      await threads.endLast();
      await sandbox.stop();
    };
    await expect(sandbox.run(program)).rejects.toThrow(SandboxStoppedError);
    await sandbox.stop();
    expect(threads.open).toBe(0);
  });

  it('delays no program if its replacement fails to start, and logs the failure', async () => {
    const failure = new Error('no room');
    jest.spyOn(SandboxThread, 'start').mockRejectedValueOnce(failure);
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const { program } = losingItsThread(1);
    expect(await sandbox.run(program)).toMatchObject({ ok: false, errorCode: 'CRASHED' });
    expect(await sandbox.run(programOf(INNOCENT))).toMatchObject({ ok: true, value: INNOCENT_VALUE });
    expect(warn.mock.calls).toEqual([[expect.objectContaining({ err: failure })]]);
  });

  it('is not replaced after the sandbox has been stopped', async () => {
    const start = jest.spyOn(SandboxThread, 'start').mockRejectedValueOnce(new Error('no room'));
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const { program } = losingItsThread(1);
    expect(await sandbox.run(program)).toMatchObject({ ok: false, errorCode: 'CRASHED' });
    const tryAgain = timers.mock.calls.find(([, afterMs]) => afterMs === REPLACE_AGAIN_AFTER_MS)?.[0];
    timers.mockRestore();
    await sandbox.stop();
    const startedBefore = start.mock.calls.length;
    expect(tryAgain).toBeDefined();
    tryAgain?.();
    expect(start).toHaveBeenCalledTimes(startedBefore);
  });
});
