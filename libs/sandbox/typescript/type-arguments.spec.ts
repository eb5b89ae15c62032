import { stripTypeScriptTypes } from 'node:module';
import { workMs } from '../../../test/harness/work-ms.ts';
import { mayHaveTypeArguments, withComparisons } from './type-arguments.ts';

const declared = 'const a = 1, b = 2; let c = 3; const d = (x) => x; function f() {}\n';
const without = (code: string) => {
  const all = `async function program() {${declared}${code}\n}`;
  return withComparisons(all, stripTypeScriptTypes(all)).slice(all.indexOf(code), -2);
};

describe('type arguments', () => {
  it.each([
    'new Array<Number>(3)',
    'id <Number> (5)',
    'new Set<string>(ids)',
    '[1].reduce<number>((a, b) => a + b, 0)',
    'rows[0]<T>(1)',
    'f()<T>(1)',
    'await read_thing<{ a: string }>({ a: 1 })',
    'new Map<\n  string,\n  number\n>([])',
    'tag<T>`x`',
    'const s = new Set<string>\nreturn s',
  ])('are possible in %s', (code) => {
    expect(mayHaveTypeArguments(code)).toBe(true);
  });

  it.each([
    'for (let i = 0; i < n; i += 1) if (i > (2)) return i',
    'return rows.filter((row) => row.a < 3).map((row) => (row))',
    'return a < b && c > d',
    'return (<b>(c))',
    'return 1',
  ])('are impossible in %s', (code) => {
    expect(mayHaveTypeArguments(code)).toBe(false);
  });

  it.each(['a<'.repeat(32_000), 'a '.repeat(32_000), '>'.repeat(64_000), `a${' '.repeat(64_000)}`, 'a<>='])(
    'are looked for in no time (%#)',
    async (code) => expect(await workMs(() => mayHaveTypeArguments(code), 200)).toBeLessThan(200),
  );

  it.each([
    ['return f(a < b, c > (d(1)))'],
    ['return [a < b, c > (1)]'],
    ['return [a < 5, c > (1), a < c, b > (2)]'],
    ['return f(a<b,c>(d))'],
    ['return f(a < b.length, c > (b.length - 1))'],
    ['return (a < b | c > (d))'],
    ['return f(a < b, Math.PI > (d))'],
    ['return a < b && c > (a + 1)'],
    ['return [a < b, b < c, c >> (1)]'],
    ['return f(1 < 2, 3 > (4))'],
    ['return [1.5 < 2, 3 > (4)]'],
    ['return [.5 < 2, 3 > (4)]'],
    ['return [0xff < 2e-3, 3n > (4)]'],
    ['return [1e3 < 2, -1 < -2, 3 > (4)]'],
    ['return [true < false, null > (1)]'],
    ['return [5 < Number, 3 > (4)]'],
    [`return ['a' < 'b', "c" < 'd', \`e\` > ('f')]`],
    [`return ['a' < b, c > (d)]`],
    [`return [a < 'm', c > ('a'), a < "it's", b > (\`\${c}\`)]`],
  ])('are distinguished from comparisons: %s', (code) => {
    expect(without(code)).toBe(code);
  });

  it.each([
    ['new Set<string>(a)', 'new Set        (a)'],
    ['new Map<string, number>(a)', 'new Map                (a)'],
    ['new Map<string, Thing>(a); // Thing', 'new Map               (a); // Thing'],
    ['new Map<string, Array<c>>(a)', 'new Map                  (a)'],
    ['new Map<Date, Thing>(a); new Date()', 'new Map             (a); new Date()'],
    ['class Row {} new Map<Number, Row>(a)', 'class Row {} new Map             (a)'],
    ['type b = 1; new Map<b, c>(a)', '            new Map      (a)'],
    ['f<typeof a>(b)', 'f          (b)'],
    ['f<{ a: b }>(b)', 'f          (b)'],
    ['f<(a: b) => c>(b)', 'f             (b)'],
    ['const m: Map<a, b> = a', 'const m            = a'],
    ['return f(a < b, c > (d), new Set<string>(a))', 'return f(a < b, c > (d), new Set        (a))'],
    ['d<1, 2>(3)', 'd      (3)'],
    ['c.a1<1, 2>(3)', 'c.a1      (3)'],
    ['_1<1, 2>(3)', '_1      (3)'],
    ['untrue<1, 2>(3)', 'untrue      (3)'],
    ['NULL<1, 2>(3)', 'NULL      (3)'],
    [`new Set<'a' | 'b'>(c)`, 'new Set           (c)'],
    [`f<'é€😀', T>(d)`, expect.stringMatching(/^f\s+\(d\)$/)],
  ])('are stripped from %s', (code, left) => {
    expect(without(code)).toEqual(left);
  });
});
