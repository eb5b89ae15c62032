import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from '../../test/harness/run-program.ts';
import type { Program, ProgramOutcome, RecordedAnswer, ToolAnswer, ToolRequest } from './program.ts';
import { ProgramWaitsError } from './sandbox.errors.ts';
import { Sandbox } from './sandbox.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const sandbox = useSandbox(2);

const run = (code: string, more?: Partial<Program>) => sandbox.runCode(code, more);
async function valueOf(code: string, more?: Partial<Program>): Promise<unknown> {
  const outcome = await run(code, more);
  if (!outcome.ok) throw new Error(`${outcome.errorCode}: ${outcome.error}`);
  return outcome.value;
}
const errorOf = (outcome: ProgramOutcome) => (outcome.ok ? 'none' : outcome.errorCode);

describe('a program', () => {
  it('calls tools, combines what they return, and returns one value', async () => {
    const outcome = await run(INNOCENT);
    expect(outcome).toMatchObject({ ok: true, value: INNOCENT_VALUE });
    expect(outcome.toolCalls.map(({ sequence, tool, input, ok }) => [sequence, tool, input, ok])).toEqual([
      [1, 'read_thing', '{"page":1}', true],
      [2, 'read_thing', '{"page":2}', true],
    ]);
  });

  it('returns null if it returns nothing', async () => {
    expect(await valueOf('1 + 1')).toBeNull();
  });

  it('catches the error of a tool, with its class', async () => {
    const code = `try { await fail_thing({}) } catch (e) { return [e.name, e.errorClass, e.message] }`;
    expect(await valueOf(code)).toEqual(['ToolError', 'NOT_FOUND', 'There is no such thing.']);
  });

  it('keeps its log, up to 16 KiB', async () => {
    const { logs } = await run(
      `console.log('rows', [1], { a: 2 }, new Error('x')); for (let i = 0; i < 99; i += 1) console.log('y'.repeat(999))`,
    );
    expect(logs[0]).toBe('rows [1] {"a":2} Error: x');
    const bytes = Buffer.byteLength(logs.join('\n'));
    expect(bytes).toBeGreaterThan(16_000);
    expect(bytes).toBeLessThanOrEqual(16 * 1024);
  });

  it('formats numbers and dates and compares strings by locale', async () => {
    expect(
      await valueOf(`return [
        format.number(1234567.891, { decimals: 2 }),
        format.number(0.256, { percent: true }),
        format.number(1200, { currency: 'EUR', locale: 'de-DE' }),
        format.date('2026-03-05T22:30:00Z', { locale: 'en-GB', timeZone: 'Asia/Nicosia', time: 'short' }),
        format.date('2026-03-05T22:30 America/New_York', { locale: 'en-GB', time: 'short' }),
        ['z', 'é', 'a', 'Item 10', 'Item 9'].sort(format.compare),
      ]`),
    ).toEqual([
      '1,234,567.89',
      '26%',
      '1.200,00\u00a0€',
      '00:30',
      '22:30',
      ['a', 'é', 'Item 9', 'Item 10', 'z'],
    ]);
    expect(errorOf(await run(`format.number(1, { currency: 'euros' })`))).toBe('PROGRAM_ERROR');
  });

  it('pauses', async () => {
    expect(await valueOf(`const t = Date.now(); await sleep(30); return Date.now() - t >= 29`)).toBe(true);
  });

  it('has the given start time and random seed', async () => {
    const code = `return [new Date().toISOString(), Math.random(), Math.random()]`;
    const first = await valueOf(code);
    expect(first).toEqual(['2026-11-20T12:00:00.000Z', expect.any(Number), expect.any(Number)]);
    expect(await valueOf(code)).toEqual(first);
    expect(await valueOf(code, { seed: 8 })).not.toEqual(first);
  });

  it('shares nothing with the program before it', async () => {
    await run(
      `globalThis.left = 'behind'; Array.prototype.map = () => 'poisoned'; Object.prototype.left = 'behind'; JSON.parse = null`,
    );
    expect(await valueOf(`return [typeof left, [1].map((x) => x), {}.left === undefined]`)).toEqual([
      'undefined',
      [1],
      true,
    ]);
  });

  it('has at most ten calls in flight', async () => {
    let [now, most] = [0, 0];
    const call = async (): Promise<ToolAnswer> => {
      now += 1;
      most = Math.max(most, now);
      await delay(5);
      now -= 1;
      return { ok: true, value: now };
    };
    const code = `return (await Promise.all(Array.from({ length: 20 }, () => read_thing({})))).length`;
    expect(await valueOf(code, { call })).toBe(20);
    expect(most).toBe(10);
  });

  it('passes its remaining time and an abort signal to a call', async () => {
    const requests: ToolRequest[] = [];
    const call = async (request: ToolRequest): Promise<ToolAnswer> => {
      requests.push(request);
      if (request.sequence === 2) await new Promise(() => {});
      return { ok: true, value: 1 };
    };
    await run(`read_thing({}); await sleep(20); read_thing({}); await sleep(1); return 1`, { call });
    expect(requests[0]?.remainingMs).toBeLessThanOrEqual(60_000);
    expect(requests.at(-1)?.signal.aborted).toBe(true);
  });

  it('may be TypeScript whose types can be stripped', async () => {
    const code = `
      interface Row { id: number; name: string }
      const { rows } = (await read_thing({})) as { rows: Row[] };
      const names: string[] = rows.map((row: Row): string => row.name);
      return names satisfies string[];`;
    expect(await valueOf(code)).toEqual(['Sea view', 'Garden']);
    expect(await run(`enum Size { Small } return Size.Small`)).toMatchObject({
      errorCode: 'SYNTAX',
      error: 'The program cannot be read: TypeScript enum is not supported in strip-only mode (line 1)',
    });
    expect(errorOf(await run(`${'('.repeat(60_000)}`))).toMatch(/SYNTAX|STACK/);
  });

  it('reaches tools named like globals only through the tools object', async () => {
    const tools = ['format', 'format', 'Map', 'read_thing'];
    const call = async ({ tool }: ToolRequest): Promise<ToolAnswer> => ({ ok: true, value: tool });
    const code = `return [await tools.format({}), await tools.Map({}), format.number(1), new Map().size]`;
    expect(await valueOf(code, { tools, call })).toEqual(['format', 'Map', '1', 0]);
  });

  it('ends when it only waits for calls without an answer, after all other calls are answered', async () => {
    const answered: string[] = [];
    const call = async ({ tool, json }: ToolRequest): Promise<ToolAnswer | 'waits'> => {
      if (tool === 'fail_thing') return 'waits';
      await delay(10);
      answered.push(json);
      return { ok: true, value: 1 };
    };
    const code = `
      const chain = async () => { await read_thing({ n: 1 }); await sleep(5); await read_thing({ n: 2 }) };
      await Promise.all([fail_thing({}), chain(), fail_thing({})]);`;
    await expect(run(code, { call })).rejects.toThrow(ProgramWaitsError);
    expect(answered).toEqual(['{"n":1}', '{"n":2}']);
    // A program that does not need the answer finishes.
    expect(await valueOf(`return await Promise.race([fail_thing({}), read_thing({})])`, { call })).toBe(1);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('defect'))],
    [
      'throws synchronously',
      (() => {
        throw new Error('defect');
      }) as () => Promise<ToolAnswer>,
    ],
    ['returns a value that is not JSON', async (): Promise<ToolAnswer> => ({ ok: true, value: 1n })],
  ])('ends with the error of a call that %s', async (_what, call) => {
    await expect(run(INNOCENT, { call })).rejects.toThrow(/defect|BigInt/);
  });

  it('ends when its caller aborts it', async () => {
    const cancel = new AbortController();
    const call = async (): Promise<ToolAnswer> => {
      cancel.abort(new Error('no longer wanted'));
      return new Promise(() => {});
    };
    await expect(run(INNOCENT, { call, signal: cancel.signal })).rejects.toThrow('no longer wanted');
  });
});

describe('limits', () => {
  it.each([
    ['WALL_TIME', `await sleep(5000)`, /wall-clock limit of 0.2 s/],
    ['WALL_TIME', `await new Promise(() => {})`, /nothing will settle/],
    ['CPU_TIME', `while (true) {}`, /250 ms of CPU/],
    ['MEMORY', `const a = []; for (;;) a.push(new Array(1000).fill(1))`, /32 MiB/],
    ['MEMORY', `return /(?:a|(?:b|(?:c)))*$/.test('a'.repeat(1e6))`, /32 MiB/],
    [
      'PROGRAM_ERROR',
      `class InternalError extends Error { name = 'InternalError' }
      throw new InternalError('out of memory')`,
      /InternalError: out of memory/,
    ],
    ['PROGRAM_ERROR', `throw new InternalError('out of memory')`, /InternalError is not defined/],
    ['TOOL_CALLS', `for (;;) await read_thing({})`, /20 tool calls/],
    ['STACK', `const f = () => f(); f()`, /256 KiB of stack/],
    ['CODE_SIZE', `// ${'x'.repeat(70_000)}`, /64 KiB of code/],
    ['RESULT_SIZE', `return 'x'.repeat(300000)`, /256 KiB/],
    ['RESULT_NOT_JSON', `return 1n`, /not JSON/],
    ['RESULT_NOT_JSON', `return () => 1`, /not JSON/],
    ['SYNTAX', `return (`, /cannot be read/],
    ['SYNTAX', `const a: number = 1;\nconst b: string = 'x';\nconst c = ;`, /line 3/],
    ['SYNTAX', `const a = 1;\nconst c = ;`, /line 2/],
    ['SYNTAX', `const a: number = 1;\nlet a = 2;`, /line 2/],
    ['SYNTAX', `return [\n  new Set<string>(),\n  ,, 1 2]`, /line 3/],
    ['TOOL_NOT_ALLOWED', `return await tools.send_mail({})`, /send_mail/],
    ['TOOL_NOT_ALLOWED', `return await send_mail({})`, /send_mail/],
    ['TOOL_NOT_ALLOWED', `return await send_mail\n ({})`, /send_mail/],
    ['TOOL_NOT_ALLOWED', `return await send_mail<string> ?. ({})`, /send_mail/],
    ['PROGRAM_ERROR', `return (send_mail)`, /send_mail is not defined/],
    ['PROGRAM_ERROR', `\n\nnull.x`, /line 3/],
    ['PROGRAM_ERROR', `throw null`, /null/],
    ['PROGRAM_ERROR', `\n\nawait fail_thing({})`, /NOT_FOUND: There is no such thing\. \(line 3\)/],
    ['PROGRAM_ERROR', `await read_thing({});\nawait Promise.all([{}].map((a) => fail_thing(a)))`, /line 2/],
    ['PROGRAM_ERROR', `const find = async () =>\n  fail_thing({});\nawait sleep(1);\nawait find()`, /line 2/],
    ['PROGRAM_ERROR', `const all = [{}].map(fail_thing);\nawait all[0]`, /line 1/],
  ])('%s: %s', async (code, program, message) => {
    const wallMs = program.includes('sleep') ? 200 : 10_000;
    // On a busy machine, filling the memory may take longer than the default CPU limit.
    const cpuMs = code === 'MEMORY' ? 10_000 : 250;
    const outcome = await run(program, { limits: { wallMs, cpuMs } });
    expect(outcome).toMatchObject({ ok: false, errorCode: code, error: expect.stringMatching(message) });
    expect(await valueOf(INNOCENT)).toEqual(INNOCENT_VALUE);
  });

  /** A call that times out with the program, or slightly earlier, as in a busy process. */
  const timingOut =
    (earlyMs = 0) =>
    async ({ remainingMs }: ToolRequest): Promise<ToolAnswer> => {
      await delay(remainingMs - earlyMs);
      return { ok: false, errorClass: 'TIMEOUT', message: 'It did not answer in time.' };
    };

  it('end a program by its wall-clock limit if its call times out with it', async () => {
    for (const code of [`await read_thing({})`, `try { await read_thing({}) } catch { return 'caught' }`])
      expect(await run(code, { call: timingOut(), limits: { wallMs: 100 } })).toMatchObject({
        ok: false,
        errorCode: 'WALL_TIME',
        error: expect.stringMatching(/wall-clock limit of 0\.1 s/),
      });
  });

  it('keep the log and usage of a program whose call used up its time', async () => {
    const code = `console.log('before the call'); for (let i = 0; i < 200000; i += 1); await read_thing({})`;
    const outcome = await run(code, { call: timingOut(40), limits: { wallMs: 2_000 } });
    expect(outcome).toMatchObject({
      ok: false,
      errorCode: 'WALL_TIME',
      logs: ['before the call'],
      toolCalls: [{ ok: false }],
    });
    expect([outcome.cpuMs > 0, outcome.memoryBytes > 0]).toEqual([true, true]);
  });

  it('keep the log and usage if this process was blocked at the time limit', async () => {
    const running = run(`console.log('before the pause'); await sleep(5000)`, { limits: { wallMs: 2_000 } });
    await delay(1_800);
    // After this, timers are processed before messages.
    await new Promise((resolve) => setImmediate(resolve));
    for (const until = performance.now() + 400; performance.now() < until;);
    expect(await running).toMatchObject({ ok: false, errorCode: 'WALL_TIME', logs: ['before the pause'] });
  });

  it('make no more calls for a program that is being stopped', async () => {
    const requests: string[] = [];
    const call = (request: ToolRequest) => {
      requests.push(request.json);
      return timingOut()(request);
    };
    const code = `try { await read_thing({ n: 1 }) } catch {} return await read_thing({ n: 2 })`;
    expect(await run(code, { call, limits: { wallMs: 200 } })).toMatchObject({ errorCode: 'WALL_TIME' });
    expect(requests).toEqual(['{"n":1}']);
  });

  it('let a program catch errors about arguments and values that are too large', async () => {
    const call = async (): Promise<ToolAnswer> => ({ ok: true, value: 'x'.repeat(3_000_000) });
    const code = `
      const why = [];
      for (const input of [{ a: 'x'.repeat(300000) }, {}])
        try { await read_thing(input) } catch (e) { why.push(e.errorClass) }
      return why`;
    expect(await valueOf(code, { call })).toEqual(['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED']);
  });

  it('are counted in bytes, not in characters', async () => {
    const call = async ({ input }: ToolRequest): Promise<ToolAnswer> =>
      Object.hasOwn(input as object, 'b')
        ? { ok: true, value: input }
        : { ok: true, value: 'ش'.repeat(1_100_000) };
    const code = `
      const why = [];
      for (const input of [{ a: 'ش'.repeat(140000) }, { a: '😀'.repeat(70000) }, { a: '€'.repeat(90000) }, {}])
        try { await read_thing(input) } catch (e) { why.push(e.errorClass) }
      const fits = await read_thing({ b: ['ش'.repeat(60000), '😀'.repeat(20000), '€'.repeat(20000)] });
      return [...why, fits.b[0].length]`;
    const tooLarge = Array.from({ length: 4 }, () => 'LIMIT_EXCEEDED');
    expect(await valueOf(code, { call })).toEqual([...tooLarge, 60_000]);
  });

  it('start a call at once while the program keeps computing', async () => {
    let calledAt = Infinity;
    const call = async (): Promise<ToolAnswer> => {
      calledAt = performance.now();
      return { ok: true, value: 1 };
    };
    const outcome = await run(`read_thing({}); for (;;);`, { call });
    expect(errorOf(outcome)).toBe('CPU_TIME');
    expect(performance.now() - calledAt).toBeGreaterThan(100);
  });

  it('release the memory of guests that had grown', async () => {
    expect(await runProgram('libs/sandbox/testing/grown-guests', [])).toEqual({
      code: 0,
      err: '',
      out: 'released\n',
    });
  });
});

describe('a sandbox that is stopped', () => {
  it('rejects pending programs, started or not, with a retryable error', async () => {
    const own = await Sandbox.start({ threads: 1, programsPerThread: 1 });
    const outcomes = Promise.allSettled([1, 2].map(() => own.run(programOf(`await sleep(9000)`))));
    await own.stop();
    const stopped = { status: 'rejected', reason: { code: 'SANDBOX_STOPPED', retry: 'retry' } };
    expect(await outcomes).toMatchObject([stopped, stopped]);
    await expect(own.run(programOf(`return 1`))).rejects.toMatchObject(stopped.reason);
  });
});

describe('replay', () => {
  const code = `
    const results = [];
    const note = async (n) => results.push([n, (await read_thing({ n })).title, Date.now()]);
    await Promise.all([note(1), note(2), note(3)]);
    results.push(Math.random());
    return results`;
  const slowFirst = async ({ sequence }: ToolRequest): Promise<ToolAnswer> => {
    await delay(sequence === 1 ? 40 : 5 * sequence);
    return { ok: true, value: { title: `Thing ${sequence}` } };
  };
  const never = async (): Promise<ToolAnswer> => {
    throw new Error('called again');
  };

  it('delivers the recorded answers in order and repeats no call', async () => {
    const recorded: RecordedAnswer[] = [];
    const onAnswer = async (answer: RecordedAnswer) => void recorded.push(answer);
    const value = await valueOf(code, { call: slowFirst, onAnswer });
    expect(recorded.map(({ sequence }) => sequence)).toEqual([2, 3, 1]);
    expect(await valueOf(code, { call: never, recorded })).toEqual(value);
  });

  it('continues after the end of the record', async () => {
    const recorded: RecordedAnswer[] = [];
    const onAnswer = async (answer: RecordedAnswer) => void recorded.push(answer);
    await valueOf(code, { call: slowFirst, onAnswer });
    const called: number[] = [];
    const call = (request: ToolRequest) => {
      called.push(request.sequence);
      return slowFirst(request);
    };
    await valueOf(code, { call, recorded: recorded.slice(0, 2) });
    expect(called).toEqual([1]);
  });

  it('ends if the program makes a different call, or none', async () => {
    const recorded = [
      { sequence: 1, tool: 'read_thing', input: '{"n":9}', ok: true, answer: '{"title":"x"}', atMs: 3 },
    ];
    expect(errorOf(await run(code, { call: never, recorded }))).toBe('REPLAY_DIVERGED');
    expect(errorOf(await run(`await new Promise(() => {})`, { call: never, recorded }))).toBe(
      'REPLAY_DIVERGED',
    );
  });
});
