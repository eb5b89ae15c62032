import { useSandbox } from '../testing/sandbox.fixture.ts';

describe('guarded natives', () => {
  const sandbox = useSandbox();

  it.each([
    [`'a1b2'.split(/\\d/)`, ['a', 'b', '']],
    [`'a,b'.split()`, ['a,b']],
    [`'a undefined'.indexOf()`, 2],
    [`'null'.match(null)[0]`, 'null'],
    [`'abc'.match({ toString: () => 'b.' })[0]`, 'bc'],
    [`'abc'.search({ [Symbol.search]: (text) => text + '!' })`, 'abc!'],
    [`[...'a1b2'.matchAll(/[a-z]/g)].map(([letter]) => letter)`, ['a', 'b']],
    [`'aa'.replaceAll('a', { toString: () => 'b', valueOf: () => 'c' })`, 'bb'],
    [`'aa'.replaceAll('a')`, 'undefinedundefined'],
    [`'1 2'.includes({ toString: () => '2', valueOf: () => '3' })`, true],
    [`String.prototype.slice.call({ toString: () => 'text' }, 1)`, 'ext'],
    [`String.prototype.trim.call(new String(' a '))`, 'a'],
    [`[new RegExp(/a/gi).flags, RegExp(/a/g).source, new RegExp(/a/g, 'i').flags]`, ['gi', 'a', 'i']],
    [`[new RegExp().source, new RegExp(null).source, RegExp(12).test('012')]`, ['(?:)', 'null', true]],
    [`new RegExp({ [Symbol.match]: true, source: 'a+', flags: 'g' }).toString()`, '/a+/g'],
    [`/a/.compile('b', 'g').toString()`, '/b/g'],
    [`/a/.compile(/c/i).toString()`, '/c/i'],
    [`(() => { class Own extends RegExp {} return new Own('a') instanceof Own })()`, true],
    [`JSON.parse({ toString: () => '[1]' })`, [1]],
    [`[parseInt(' 12px'), Date.parse('1970-01-01T00:00:01Z'), 'a'.localeCompare('b')]`, [12, 1_000, -1]],
    [`JSON.stringify({ a: [1, undefined] }, null, 1)`, '{\n "a": [\n  1,\n  null\n ]\n}'],
    [`[JSON.stringify(undefined), JSON.stringify.length]`, [null, 3]],
    [`Object.keys({ b: 1, a: 2 })`, ['b', 'a']],
    [`[Object.keys('ab'), Object.values([3]), Object.entries({ a: 1 })]`, [['0', '1'], [3], [['a', 1]]]],
    [`Object.assign({ a: 1 }, null, { b: 2 }, 'c')`, { 0: 'c', a: 1, b: 2 }],
    [`Object.fromEntries(new Map([['a', 1]]))`, { a: 1 }],
    [`[...new Set([1, 1, 2])].concat([...new Set('ab')], new Set().size)`, [1, 2, 'a', 'b', 0]],
    [`[new Map([[1, 2]]).get(1), new Map(null).size, Map.name, Set.length]`, [2, 0, 'Map', 0]],
    [
      `[new Set() instanceof Set, new Set().constructor === Set, Set[Symbol.species] === Set]`,
      [true, true, true],
    ],
    [
      `(() => { class Own extends Map { constructor(a) { super(a) } } return [new Own([[1, 2]]) instanceof Own, new Own([[1, 2]]).get(1)] })()`,
      [true, 2],
    ],
    [`[...Map.groupBy([1, 2, 3], (one) => one % 2).get(1)]`, [1, 3]],
    [
      `[/b/.test('abc'), /b/.exec('abc').index, /x/.exec('abc'), /undefined/.test(), /null/.test(null)]`,
      [true, 1, null, true, true],
    ],
    [
      `(() => { const r = /a/g; const at = []; while (r.exec('aba')) at.push(r.lastIndex); return at })()`,
      [1, 3],
    ],
    [
      `['aba'.replace(/a/g, (a, at) => at), 'a-b'.split(/-/), 'aba'.match(/a/g), 'aba'.search(/b/)]`,
      ['0b2', ['a', 'b'], ['a', 'a'], 1],
    ],
    [
      `(() => { class Own extends RegExp { exec(text) { return super.exec(text + 'b') } } return new Own('b').test('a') })()`,
      true,
    ],
    [`new ArrayBuffer(8).slice(2, 4).byteLength`, 2],
    [
      `[BigInt('0x10'), BigInt(5), BigInt.asIntN(8, 255n), typeof BigInt.prototype.toString].map(String)`,
      ['16', '5', '-1', 'function'],
    ],
    [
      `[Array.from('ab'), Array.from(new Set([1])), Array.from({ length: 2 }, (_, at) => at)]`,
      [['a', 'b'], [1], [0, 1]],
    ],
    [`(() => { class Own extends Array {} return Own.from([1]) instanceof Own })()`, true],
    [
      `[...Uint8Array.from(new Set([1, 2])), ...Float64Array.from({ length: 1, 0: 2.5 }, (n) => n * 2)]`,
      [1, 2, 5],
    ],
    [`[Uint8Array.fromHex('0aff').toBase64(), Uint8Array.fromBase64('Cv8=').toHex()]`, ['Cv8=', '0aff']],
    [`[Math.sumPrecise([0.1, 0.2, 1]), Math.sumPrecise(new Set([1]))]`, [1.3, 1]],
    [
      `['abc'.startsWith('b', 1), 'abc'.endsWith('b', 2), 'null'.startsWith(null), '1'.endsWith(1)]`,
      [true, true, true, true],
    ],
    [`[RegExp.escape('-a'), Object.create({}, { a: { value: 1 } }).a]`, ['\\x2da', 1]],
    [
      `(() => { const b = new ArrayBuffer(2, { maxByteLength: 4 }); b.resize(4); return [b.byteLength, b.transfer().byteLength, new ArrayBuffer(2).transferToFixedLength(3).byteLength] })()`,
      [4, 4, 3],
    ],
    [`[((a) => a).toString(), String(class A {})]`, ['(a) => a', 'class A {}']],
    [`[(5n).constructor === BigInt, Object(1n) instanceof BigInt]`, [true, true]],
  ])('behave as before: %s', async (code, value) => {
    expect(await sandbox.runCode(`return ${code}`)).toMatchObject({ ok: true, value });
  });

  it.each([
    `'a'.indexOf(Symbol())`,
    `'a'.includes(/a/)`,
    `'a'.startsWith(/a/)`,
    `Array.from(null)`,
    `Uint8Array.from(null)`,
    `Uint8Array.fromHex({ toString: () => '00' })`,
    `RegExp.escape({ toString: () => 'a' })`,
    `ArrayBuffer.prototype.resize.call({}, 0)`,
    `Function.prototype.toString.call({})`,
    `Math.sumPrecise(1)`,
    `new RegExp(Symbol())`,
    `Object.keys(null)`,
    `Set()`,
    `new Map([1])`,
    `new BigInt(1)`,
    `/a/.exec(Symbol())`,
    `RegExp.prototype.exec.call({}, 'a')`,
    `RegExp.prototype.exec.call(null, 'a')`,
    `ArrayBuffer.prototype.slice.call({}, 0)`,
    `/a/.compile(/b/, 'g')`,
    `String.prototype.trim.call(null)`,
    `String.prototype.includes.call(Symbol(), 'a')`,
  ])('still throw: %s', async (code) => {
    const tried = `try { ${code} } catch (error) { return error.name }`;
    expect(await sandbox.runCode(tried)).toMatchObject({ ok: true, value: 'TypeError' });
  });
});
