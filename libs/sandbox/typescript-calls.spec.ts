import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import { forAllAsync } from '../../test/harness/for-all.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const COMPARED =
  'const [a, b, c, d, i, n, m, k] = [1, 2, 3, 4, 0, 9, 5, 1]; const MAX = 4; const f = (x) => x;\n';

describe('programs with calls that have or seem to have type arguments', () => {
  const sandbox = useSandbox();
  const run = (code: string) => sandbox.runCode(code);

  it.each([
    ['return new Array<Number>(3).length', 3],
    [`const m = new Map<String>([['a', 1]]); return [...m]`, [['a', 1]]],
    ['function id(x) { return x }\nreturn id<Number>(5)', 5],
    ['const ids = [1, 1]; const seen = new Set<string>(ids); return [...seen]', [1]],
    ['const seen = new Set<string>\nseen.add(1)\nreturn [...seen]', [1]],
    ['return [1, 2, 3].reduce<number>((a, b) => a + b, 0)', 6],
    ['return [1, 2].map<string>(x => String(x))', ['1', '2']],
    ['return (await read_thing<Thing>({ a: 1 })).title', 'Things'],
    ['return (await read_thing<{ title: string }>({ a: 1 })).title', 'Things'],
    ['return [...new Map<string, [number, Thing]>([["a", 1]])]', [['a', 1]]],
  ])('may have type arguments that JavaScript parses as comparisons: %s', async (code, value) => {
    expect(await run(code)).toMatchObject({ ok: true, value });
  });

  it.each([
    ['return i < n && m > (k + 1)', true],
    ['return [a < b, c > (d)]', [true, false]],
    ['return [a < MAX, c > (d)]', [true, false]],
    ['const same = (...all) => all; return same(a < b, c > (d - 2))', [true, true]],
    ['a < b; return c > (d)', false],
    ['return a < b\n  || c > (d)', true],
    ['const text = "f<b>(c)"; return text', 'f<b>(c)'],
    ['/* f<b>(c) */ return `f<b>(${a})` // f<b>(c)', 'f<b>(1)'],
    ['return /f<b>(c)/.test("f<b>c")', true],
    ['return [a << b, c >> (d), c >>> (1)]', [4, 0, 1]],
    ['return [1, 5].filter((n) => n < m).map((n) => (n))', [1]],
    ['with ({ x: 7 }) return [x, a < b > (c)]', [7, false]],
  ])('may be JavaScript with comparisons that look like type arguments: %s', async (code, value) => {
    expect(await run(COMPARED + code)).toMatchObject({ ok: true, value });
  });

  it('have the same result as in JavaScript if they contain no types', async () => {
    // Strings and numbers alone may be types, so the first operand has a name.
    const named = fc.constantFrom('a', 'b', 'MAX', 'i', 'm', 'n.length', '(k + 1)', `f('<b>(')`);
    const operand = fc.oneof(named, fc.constantFrom('3', `'<b>('`, '`${a}<b>(`'));
    const sign = fc.constantFrom(' < ', '<', ' << ', ' > ', ' >= ', ' <= ', ' >> ', ' + ', ' === ');
    const compared = fc.tuple(named, sign, operand).map((parts) => parts.join(''));
    const joint = fc.constantFrom(' && ', ' || ', ', ', ',', '\n || ');
    const line = fc.array(fc.tuple(joint, compared), { minLength: 1, maxLength: 6 });
    const code = fc.tuple(compared, line).map(([first, rest]) => `return [${first}${rest.flat().join('')}]`);
    await forAllAsync(100, code, async (program) => {
      const value: unknown = JSON.parse(JSON.stringify(compileFunction(COMPARED + program)()));
      expect(await run(COMPARED + program)).toMatchObject({ ok: true, value });
      // Always parsed as TypeScript.
      expect(await run(`new Set<string>();${COMPARED}${program}`)).toMatchObject({ ok: true, value });
    });
  });
});
