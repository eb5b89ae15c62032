import { useSandbox } from '../testing/sandbox.fixture.ts';

const sandbox = useSandbox();

describe('stacks of errors', () => {
  it.each([
    `Error.prepareStackTrace = (_, frames) => frames`,
    `Object.defineProperty(Error, 'prepareStackTrace', { value: (_, frames) => frames })`,
    `Reflect.set(Error, 'prepareStackTrace', (_, frames) => frames)`,
    `delete Error.prepareStackTrace; Error.prepareStackTrace = (_, frames) => frames`,
    `class Own extends Error {} Own.prepareStackTrace = (_, frames) => frames; Error.captureStackTrace?.(Own)`,
  ])('remain strings: %s', async (take) => {
    const code = `try { ${take} } catch {}
      const traces = [new Error('a').stack];
      await read_thing({ get a() { traces.push(new Error('b').stack); return 1 } });
      try { format.number(1, { currency: 'x' }) } catch (error) { traces.push(error.stack) }
      return [...traces.map((trace) => typeof trace), typeof Error.prepareStackTrace]`;
    expect(await sandbox.runCode(code)).toMatchObject({
      ok: true,
      value: ['string', 'string', 'string', 'undefined'],
    });
  });
});

describe('natives replaced by a program', () => {
  it.each([
    [`Object.prototype.toJSON = () => undefined; return { a: 1 }`, 'RESULT_NOT_JSON'],
    [`Object.prototype.toJSON = () => undefined; null.x`, 'PROGRAM_ERROR'],
    [`Object.prototype.toJSON = () => 5; throw new Error('own')`, 'PROGRAM_ERROR'],
    [`Object.prototype.toJSON = () => { throw 1 }; return () => 1`, 'RESULT_NOT_JSON'],
    [`Object.prototype.toJSON = () => undefined; return await tools.send_mail({})`, 'TOOL_NOT_ALLOWED'],
    [`Object.prototype.get = () => 1; await fail_thing({})`, 'PROGRAM_ERROR'],
    [`Object.prototype.toJSON = () => undefined; const f = () => f(); f()`, 'STACK'],
  ])('do not change its end: %s', async (code, errorCode) => {
    expect(await sandbox.runCode(code)).toMatchObject({ ok: false, errorCode });
  });

  it.each([
    [`Array.prototype.toJSON = () => 5; return format.number(1)`, '1'],
    [`Array.prototype.toJSON = () => null; return format.compare('a', 'b')`, -1],
    [`Array.prototype.toJSON = () => 'text'; return format.number(0.5, { percent: true })`, '50%'],
    [`Object.prototype.toJSON = () => 5; return format.number(1, { decimals: 2 })`, '1'],
    [`Object.prototype.toJSON = () => undefined; return format.number(1, { decimals: 2 })`, '1'],
    [
      `Object.prototype.get = () => 1; try { await fail_thing({}) } catch (e) { return e.errorClass }`,
      'NOT_FOUND',
    ],
    [
      `return [format.number(), format.number(null), format.number('7'), format.compare()]`,
      ['NaN', '0', '7', 0],
    ],
    [
      `return format.date(new Date(0), { locale: 'en-GB' }) + format.date(undefined, null)`,
      '1 Jan 1970Nov 20, 2026',
    ],
  ])('do not change the helpers: %s', async (code, value) => {
    expect(await sandbox.runCode(code)).toMatchObject({ ok: true, value });
  });
});
