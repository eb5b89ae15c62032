import { isNestedOver } from './json-depth.ts';
import { NESTING_LIMIT } from './limits.ts';
import type { ToolAnswer } from './program.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

/** Deeper than a JSON reviver of this process can recurse. */
const DEEP = 4_000;
/** Deeper than the engine can serialize within its CPU time, because it compares each value with all of its ancestors. */
const DEEPER = 100_000;
/** JSON of an object nested `levels` deep, with a string that triggers the search for `__proto__`. */
const nested = (levels: number) => `
  let v = { text: '__proto__' };
  for (let at = 1; at < ${levels}; at += 1) v = { v };`;

describe('deeply nested JSON', () => {
  const sandbox = useSandbox();

  it.each([NESTING_LIMIT + 1, DEEP, DEEPER])('ends a program that returns it (%d)', async (levels) => {
    expect(await sandbox.runCode(`${nested(levels)} return v`)).toMatchObject({
      ok: false,
      errorCode: 'RESULT_NOT_JSON',
      error: expect.stringContaining(`nested more than ${NESTING_LIMIT} deep`),
    });
  });

  it.each([NESTING_LIMIT + 1, DEEP, DEEPER])(
    'is an error that the program can catch in arguments (%d)',
    async (levels) => {
      const code = `${nested(levels)} try { await read_thing(v) } catch (e) { return [e.errorClass, e.message] }`;
      expect(await sandbox.runCode(code)).toMatchObject({
        ok: true,
        value: ['LIMIT_EXCEEDED', `The arguments of read_thing are nested more than ${NESTING_LIMIT} deep.`],
        toolCalls: [],
      });
    },
  );

  it.each([NESTING_LIMIT + 1, DEEP, 100_000])('is an error if a tool returns it (%d)', async (levels) => {
    const value: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const call = async (): Promise<ToolAnswer> => ({ ok: true, value });
    const code = `try { await read_thing({}) } catch (e) { return [e.errorClass, e.message] }`;
    expect(await sandbox.runCode(code, { call })).toMatchObject({
      ok: true,
      value: ['LIMIT_EXCEEDED', expect.stringContaining(`nested more than ${NESTING_LIMIT} deep`)],
    });
  });

  it.each([
    ['v = [v]', 'JSON.stringify(v)', 'RangeError'],
    ['v = { n: 1, v }', 'JSON.stringify(v)', 'RangeError'],
    ['v = [{ v }, 1]', 'console.log(v)', undefined],
  ])('costs neither time nor a thread if a program serializes it: %s, %s', async (inside, write, error) => {
    const code = `let v = []; for (let at = 0; at < ${DEEPER}; at += 1) ${inside};
      try { ${write} } catch (e) { return e.name }`;
    expect(await sandbox.runCode(code)).toMatchObject({ ok: true, value: error ?? null });
    expect(sandbox.killedThreads()).toBe(0);
  });

  it('is distinguished from a cycle', async () => {
    const circle = `const a = { b: [{ n: 1 }] }; a.b[0].a = a; return a`;
    expect(await sandbox.runCode(circle)).toMatchObject({
      errorCode: 'RESULT_NOT_JSON',
      error: expect.stringMatching(/circular/),
    });
  });

  it('is measured after toJSON', async () => {
    const code = `${nested(DEEP)} v.toJSON = () => 1; const list = [new Proxy({}, { getPrototypeOf() { throw 1 } })];
      return [v, { get a() { return 2 } }, Object.create(null), list, new Map(), 'text', JSON.stringify({ v: [v] })]`;
    expect(await sandbox.runCode(code)).toMatchObject({
      ok: true,
      value: [1, { a: 2 }, {}, [{}], {}, 'text', '{"v":[1]}'],
    });
  });

  it('is accepted up to the limit', async () => {
    const code = `${nested(NESTING_LIMIT)} await read_thing(v); return v`;
    expect(await sandbox.runCode(code)).toMatchObject({ ok: true, toolCalls: [{ ok: true }] });
  });

  it.each([
    ['[[1],[2]]', 2, false],
    ['[[1],{"a":[]}]', 2, true],
    ['["[[[","\\"[[[","\\\\",[]]', 2, false],
    ['"[[["', 0, false],
    ['7', 0, false],
  ])('is measured by its brackets, not by brackets in strings: %s', (json, levels, isOver) => {
    expect(isNestedOver(json, levels)).toBe(isOver);
  });
});
