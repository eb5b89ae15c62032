import { isNestedOver } from './json-depth.ts';
import { NESTING_LIMIT } from './limits.ts';
import type { ToolAnswer } from './program.ts';
import { Sandbox } from './sandbox.ts';
import { programOf } from './testing/run-fixture.ts';

/** Deeper than what a reviver of this process can walk. */
const DEEP = 4_000;
/** An object so deep in others, with a text by which it is looked at again. */
const nested = (levels: number) => `
  let v = { text: '__proto__' };
  for (let at = 1; at < ${levels}; at += 1) v = { v };`;

describe('JSON that is nested deep', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.start({ threads: 1 });
  });
  afterAll(() => sandbox.stop());

  it.each([NESTING_LIMIT + 1, DEEP])('ends the program whose value it is (%d)', async (levels) => {
    expect(await sandbox.run(programOf(`${nested(levels)} return v`))).toMatchObject({
      ok: false,
      errorCode: 'RESULT_NOT_JSON',
      error: expect.stringContaining(`nested more than ${NESTING_LIMIT} deep`),
    });
  });

  it.each([NESTING_LIMIT + 1, DEEP])(
    'is an error that the program can catch in arguments (%d)',
    async (levels) => {
      const code = `${nested(levels)} try { await read_thing(v) } catch (e) { return [e.errorClass, e.message] }`;
      expect(await sandbox.run(programOf(code))).toMatchObject({
        ok: true,
        value: ['LIMIT_EXCEEDED', `The arguments of read_thing are nested more than ${NESTING_LIMIT} deep.`],
        toolCalls: [],
      });
    },
  );

  it.each([NESTING_LIMIT + 1, DEEP, 100_000])('is one in what a tool returns (%d)', async (levels) => {
    const value: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const call = async (): Promise<ToolAnswer> => ({ ok: true, value });
    const code = `try { await read_thing({}) } catch (e) { return [e.errorClass, e.message] }`;
    expect(await sandbox.run(programOf(code, { call }))).toMatchObject({
      ok: true,
      value: ['LIMIT_EXCEEDED', expect.stringContaining(`nested more than ${NESTING_LIMIT} deep`)],
    });
  });

  it('goes through up to the limit', async () => {
    const code = `${nested(NESTING_LIMIT)} await read_thing(v); return v`;
    expect(await sandbox.run(programOf(code))).toMatchObject({ ok: true, toolCalls: [{ ok: true }] });
  });

  it.each([
    ['[[1],[2]]', 2, false],
    ['[[1],{"a":[]}]', 2, true],
    ['["[[[","\\"[[[","\\\\",[]]', 2, false],
    ['"[[["', 0, false],
    ['7', 0, false],
  ])('is measured by its brackets, not by those in its texts: %s', (json, levels, isOver) => {
    expect(isNestedOver(json, levels)).toBe(isOver);
  });
});
