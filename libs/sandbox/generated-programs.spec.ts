import fc from 'fast-check';
import { forAllAsync } from '../../test/harness/for-all.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const sandbox = useSandbox(2);

/** Generates programs from natives, poisoned prototypes, tools, loops and errors, in any combination. */
const value = fc.constantFrom(
  ...(
    "1 ; -0 ; 2 ** 53 ; NaN ; 9n ; 'text' ; null ; undefined ; Symbol() ; [] ; {} ; [1, , 3] ; " +
    '() => x ; function () { return this } ; class { static x = 1 } ; new Proxy({}, {}) ; ' +
    'new Map([[1, 2]]) ; new Uint8Array(9) ; globalThis ; tools ; read_thing ; console ; /a+/g ; ' +
    'new Date() ; Object.create(null) ; JSON ; Promise ; x'
  ).split(' ; '),
);
const member = fc.constantFrom(
  ...'constructor prototype __proto__ length then toJSON toString valueOf name message stack map stringify parse a 0'.split(
    ' ',
  ),
);
const expression = fc
  .letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      value,
      fc.tuple(tie('expression'), member).map(([of, name]) => `(${of})?.[${JSON.stringify(name)}]`),
      fc.tuple(tie('expression'), tie('expression')).map(([f, of]) => `(${f})(${of})`),
      fc.tuple(tie('expression'), tie('expression')).map(([f, of]) => `new (${f})(${of})`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}) + (${b})`),
      tie('expression').map((of) => `await (${of})`),
      tie('expression').map((of) => `await read_thing({ a: ${of} })`),
      tie('expression').map((of) => `{ [Symbol.iterator]: ${of}, then: ${of}, toJSON: ${of} }`),
      tie('expression').map((of) => `JSON.stringify(${of})`),
      tie('expression').map((of) => `[...(${of})]`),
    ),
  }))
  .expression.map((text) => (text.startsWith('{') ? `(${text})` : text));
const statement = fc.oneof(
  expression.map((of) => `x = ${of};`),
  expression.map((of) => `console.log(${of});`),
  fc
    .tuple(expression, member, expression)
    .map(([of, name, to]) => `(${of})[${JSON.stringify(name)}] = ${to};`),
  fc
    .tuple(expression, expression)
    .map(([of, to]) => `try { ${of} } catch (e) { x = ${to} } finally { x = e2 }`),
  expression.map((of) => `for (const y of ${of}) { x = y }`),
  expression.map((of) => `if (${of}) throw ${of};`),
  fc.tuple(member, expression).map(([name, to]) => `Object.prototype[${JSON.stringify(name)}] = ${to};`),
  expression.map((of) => `Promise.prototype.then = ${of};`),
  expression.map((of) => `return ${of};`),
);
const generated = fc
  .array(statement, { minLength: 1, maxLength: 8 })
  .map((statements) => `let x, e2;\n${statements.join('\n')}`);

const RUNS = 500;

function hostPrototypes(): string {
  return [Object, Array, Function, Promise]
    .map((one) => Reflect.ownKeys(one.prototype).map(String).join())
    .join();
}

describe('generated programs', () => {
  it('end with a value or a sandbox error, and do not affect other programs', async () => {
    const before = hostPrototypes();
    let unreadable = 0;
    await forAllAsync(RUNS, generated, async (code) => {
      const outcome = await sandbox.runCode(code, { limits: { cpuMs: 300, wallMs: 9_000 } });
      if (!outcome.ok && outcome.errorCode === 'SYNTAX') unreadable += 1;
      const text = JSON.stringify(outcome);
      for (const own of ['node_modules', 'node:internal', '.worker.', 'file://', process.execPath])
        expect(text).not.toContain(own);
      if (!outcome.ok) expect(['CRASHED', 'REPLAY_DIVERGED']).not.toContain(outcome.errorCode);
      expect(hostPrototypes()).toBe(before);
    });
    expect(unreadable).toBeLessThan(RUNS / 10);
    expect(await sandbox.runCode(INNOCENT)).toMatchObject({ ok: true, value: INNOCENT_VALUE });
    expect(sandbox.killedThreads()).toBe(0);
  });

  it('have the same outcome in a replay', async () => {
    await forAllAsync(100, generated, async (code) => {
      const recorded: Parameters<NonNullable<ReturnType<typeof programOf>['onAnswer']>>[0][] = [];
      const onAnswer = async (answer: (typeof recorded)[number]) => void recorded.push(answer);
      const first = await sandbox.runCode(code, { onAnswer });
      const again = await sandbox
        .run(programOf(code, { recorded, call: () => Promise.reject(new Error('called again')) }))
        .catch((error: unknown) => error);
      const essence = (of: unknown) => {
        const { ok, value, errorCode } = of as Record<string, unknown>;
        return { ok, value, errorCode };
      };
      // The record lacks a call that was not answered before the end of the program.
      if (recorded.length === first.toolCalls.length && !(again instanceof Error))
        expect(essence(again)).toEqual(essence(first));
    });
  });
});
