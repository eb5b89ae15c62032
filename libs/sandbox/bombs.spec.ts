import { Sandbox } from './sandbox.ts';
import { bombs, longWalks } from './testing/bombs.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const sandbox = useSandbox(2);
const WALL_MS = 4_000;
/** Twice the limit, because other suites occupy the processor while this process reports the end of a bomb. */
const AT_MOST_MS = 2 * WALL_MS;

/** The only permitted ends of a bomb: the limits, and errors of the engine, which a program can catch. */
const STOPS = 'WALL_TIME CPU_TIME MEMORY TOOL_CALLS STACK RESULT_SIZE RESULT_NOT_JSON PROGRAM_ERROR'.split(
  ' ',
);
/** Programs that end because the engine or the sandbox bounds their work. */
const HARMLESS = ['logs without end'];

describe('bombs', () => {
  it('number at least 50', () => {
    expect(Object.keys(bombs).length).toBeGreaterThanOrEqual(50);
  });

  it.each(Object.entries(bombs))('stops: %s', async (name, code) => {
    const outcome = await sandbox.run(
      programOf(code, { orgId: name, limits: { cpuMs: 100, wallMs: WALL_MS } }),
    );
    expect(outcome.ok).toBe(false);
    expect(STOPS).toContain(outcome.ok ? 'none' : outcome.errorCode);
    expect(HARMLESS.includes(name) ? 0 : outcome.wallMs).toBeLessThanOrEqual(AT_MOST_MS);
    expect(await sandbox.runCode(INNOCENT)).toMatchObject({ ok: true, value: INNOCENT_VALUE });
  });
});

describe('long iterations of natives', () => {
  it.each(Object.entries(longWalks))('end in time and keep their thread: %s', async (name, code) => {
    const killed = sandbox.killedThreads();
    expect(await sandbox.runCode(code, { orgId: name, limits: { cpuMs: 500 } })).toMatchObject({
      ok: false,
      errorCode: 'CPU_TIME',
      error: expect.stringMatching(/^The program was stopped after/),
    });
    expect(sandbox.killedThreads()).toBe(killed);
  });
});

describe('bombs beside innocent programs', () => {
  it('break none of the innocent programs', async () => {
    const hostile = Object.entries(bombs).map(([name, code]) =>
      sandbox.runCode(code, { orgId: name, limits: { cpuMs: 50, wallMs: 10_000 } }),
    );
    const innocent = Array.from({ length: 100 }, (_, at) =>
      sandbox.runCode(INNOCENT, { orgId: `innocent ${at}` }),
    );
    for (const outcome of await Promise.all(innocent))
      expect(outcome).toMatchObject({ ok: true, value: INNOCENT_VALUE });
    for (const outcome of await Promise.all(hostile)) expect(outcome.ok).toBe(false);
  });

  it('repeat no call of a neighbour when they crash its thread', async () => {
    const own = await Sandbox.start({ threads: 1 });
    const called: number[] = [];
    const held = own.run(
      programOf(`await read_thing({}); await sleep(600); await read_thing({}); return 'whole'`, {
        orgId: 'innocent',
        call: async ({ sequence }) => {
          called.push(sequence);
          return { ok: true, value: 1 };
        },
      }),
    );
    const taken = await own.run(
      programOf(bombs['reverse that lies about its length'] ?? '', {
        orgId: 'hostile',
        limits: { cpuMs: 20 },
      }),
    );
    expect(taken).toMatchObject({
      ok: false,
      errorCode: 'CPU_TIME',
      error: expect.stringMatching(/did not respond for its limit of 20 ms of CPU time and 250 ms more/),
    });
    expect(await held).toMatchObject({ ok: true, value: 'whole' });
    expect(called).toEqual([1, 3]);
    expect(own.killedThreads).toBe(2);
    await own.stop();
  });
});
