import { Sandbox } from '../sandbox.ts';
import { programOf } from '../testing/run-fixture.ts';

describe('natives that are measured', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await Sandbox.start({ threads: 1 });
  });
  afterAll(() => sandbox.stop());

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
  ])('do as they did: %s', async (code, value) => {
    expect(await sandbox.run(programOf(`return ${code}`))).toMatchObject({ ok: true, value });
  });

  it.each([
    `'a'.indexOf(Symbol())`,
    `'a'.includes(/a/)`,
    `new RegExp(Symbol())`,
    `/a/.compile(/b/, 'g')`,
    `String.prototype.trim.call(null)`,
    `String.prototype.includes.call(Symbol(), 'a')`,
  ])('refuse what they refused: %s', async (code) => {
    const tried = `try { ${code} } catch (error) { return error.name }`;
    expect(await sandbox.run(programOf(tried))).toMatchObject({ ok: true, value: 'TypeError' });
  });
});
