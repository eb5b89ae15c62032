import { Sandbox } from '../sandbox.ts';
import { programOf } from '../testing/run-fixture.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.start({ threads: 1 });
});
afterAll(() => sandbox.stop());

describe('traces of errors', () => {
  it.each([
    `Error.prepareStackTrace = (_, frames) => frames`,
    `Object.defineProperty(Error, 'prepareStackTrace', { value: (_, frames) => frames })`,
    `Reflect.set(Error, 'prepareStackTrace', (_, frames) => frames)`,
    `delete Error.prepareStackTrace; Error.prepareStackTrace = (_, frames) => frames`,
    `class Own extends Error {} Own.prepareStackTrace = (_, frames) => frames; Error.captureStackTrace?.(Own)`,
  ])('stay texts: %s', async (take) => {
    const code = `try { ${take} } catch {}
      const traces = [new Error('a').stack];
      await read_thing({ get a() { traces.push(new Error('b').stack); return 1 } });
      try { format.number(1, { currency: 'x' }) } catch (error) { traces.push(error.stack) }
      return [...traces.map((trace) => typeof trace), typeof Error.prepareStackTrace]`;
    expect(await sandbox.run(programOf(code))).toMatchObject({
      ok: true,
      value: ['string', 'string', 'string', 'undefined'],
    });
  });
});
