import { runInNewContext } from 'node:vm';
import { answering } from '../testing/run-fixture.ts';
import { useSandbox } from '../testing/sandbox.fixture.ts';

/** Lists the natives that the language has in several places: for each, the expressions of its places. */
const PLACES = `
  const places = new Map([[globalThis, ['globalThis']]]);
  for (const [owner, [place]] of places) {
    const add = (value, name) => Object(value) === value && places.set(value, [...(places.get(value) ?? []), name]);
    add(Object.getPrototypeOf(owner), 'Object.getPrototypeOf(' + place + ')');
    for (const key of Reflect.ownKeys(owner))
      add(Object.getOwnPropertyDescriptor(owner, key).value, place + (typeof key === 'symbol' ? '[' + key.description + ']' : '.' + key));
  }
  [...places].filter(([value, all]) => typeof value === 'function' && all.length > 1).map(([, all]) => all)`;

describe('guarded natives', () => {
  const sandbox = useSandbox();

  it('are guarded in all of their places', async () => {
    const natives = runInNewContext(PLACES) as string[][];
    expect(natives).toContainEqual(['globalThis.parseInt', 'globalThis.Number.parseInt']);
    const code = `
      const valueOf = (place) => { try { return eval(place) } catch {} };
      const natives = (await read_thing({})).map((places) => places.filter((place) => typeof valueOf(place) === 'function'));
      return natives.filter((places) => new Set(places.map(valueOf)).size > 1)`;
    const call = answering(natives);
    expect(await sandbox.runCode(code, { call })).toMatchObject({ ok: true, value: [] });
  });

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
    [`['aba'.replace(/a/g, (a, at) => at), 'aba'.match(/a/g), 'aba'.search(/b/)]`, ['0b2', ['a', 'a'], 1]],
    [`new ArrayBuffer(8).slice(2, 4).byteLength`, 2],
    [`[BigInt('0x10'), BigInt(5), BigInt.asIntN(8, 255n)].map(String)`, ['16', '5', '-1']],
    [
      `[Array.from('ab'), Array.from({ length: 2 }, (_, at) => at)]`,
      [
        ['a', 'b'],
        [0, 1],
      ],
    ],
    [`(() => { class Own extends Array {} return Own.from([1]) instanceof Own })()`, true],
    [
      `[...Uint8Array.from(new Set([1, 2])), ...Float64Array.from({ length: 1, 0: 2.5 }, (n) => n * 2)]`,
      [1, 2, 5],
    ],
    [`[Uint8Array.fromHex('0aff').toBase64(), Uint8Array.fromBase64('Cv8=').toHex()]`, ['Cv8=', '0aff']],
    [`[Math.sumPrecise([0.1, 0.2, 1]), Math.sumPrecise(new Set([1]))]`, [1.3, 1]],
    [`['abc'.startsWith('b', 1), 'null'.startsWith(null), '1'.endsWith(1)]`, [true, true, true]],
    [`[RegExp.escape('-a'), Object.create({}, { a: { value: 1 } }).a]`, ['\\x2da', 1]],
    [
      `(() => { const b = new ArrayBuffer(2, { maxByteLength: 4 }); b.resize(4); return [b.byteLength, b.transfer().byteLength, new ArrayBuffer(2).transferToFixedLength(3).byteLength] })()`,
      [4, 4, 3],
    ],
    [`[((a) => a).toString(), String(class A {})]`, ['(a) => a', 'class A {}']],
    [`[(5n).constructor === BigInt, Object(1n) instanceof BigInt]`, [true, true]],
    [`[...[1, 2].values().drop('1'), [1].values().toArray(), ...[2].values().drop(1 / 0)]`, [2, [1]]],
    [`[Reflect.apply(Math.max, null, [1, 2]), Reflect.construct(Array, [3]).length]`, [2, 3]],
    [`Reflect.construct(Date, [0], Array) instanceof Array`, true],
    [`[...new Set([1]).union(new Set([2])), new Set([1]).isSupersetOf(new Set())]`, [1, 2, true]],
    [
      `[AggregateError([1]).errors, 'a'.link('"'), 'a'.big()]`,
      [[1], '<a href="&quot;">a</a>', '<big>a</big>'],
    ],
    [`(() => { class Own extends ArrayBuffer {} return new Own(2).slice(1) instanceof Own })()`, true],
    [`[Symbol.for({ toString: () => 'a' }), Symbol.for()].map(String)`, ['Symbol(a)', 'Symbol(undefined)']],
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
    `new BigInt(1)`,
    `ArrayBuffer(1)`,
    `[].values().drop(1n)`,
    `Symbol.for(Symbol())`,
    `Reflect.apply(1, null, [])`,
    `Reflect.construct(Date)`,
    `ArrayBuffer.prototype.slice.call({}, 0)`,
    `/a/.compile(/b/, 'g')`,
    `String.prototype.trim.call(null)`,
    `String.prototype.includes.call(Symbol(), 'a')`,
  ])('still throw: %s', async (code) => {
    const tried = `try { ${code} } catch (error) { return error.name }`;
    expect(await sandbox.runCode(tried)).toMatchObject({ ok: true, value: 'TypeError' });
  });
});
