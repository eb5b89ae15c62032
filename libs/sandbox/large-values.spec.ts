import { answering, programOf } from './testing/run-fixture.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const KB = 1_000;
const PATIENT = { cpuMs: 2_000, wallMs: 60_000 };
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}` }));

describe('tool values that grow the memory of a guest', () => {
  const sandbox = useSandbox();

  const outcomeOf = (code: string, value: unknown) =>
    sandbox.run(programOf(code, { call: answering(value), limits: PATIENT }));
  const textOf = (kilobytes: number) => 'x'.repeat(kilobytes * KB);

  it.each([300, 600, 650, 2_097])('arrive as one string of %d KB', async (kilobytes) => {
    const outcome = await outcomeOf(`return (await read_thing({})).length`, textOf(kilobytes));
    expect(outcome).toMatchObject({ ok: true, value: kilobytes * KB });
  });

  it('arrive as many rows', async () => {
    const outcome = await outcomeOf(`return (await read_thing({})).length`, rows(20_000));
    expect(outcome).toMatchObject({ ok: true, value: 20_000 });
  });

  it.each([30, 200])('arrive one by one and are kept: %d KB each', async (kilobytes) => {
    const code = `const kept = []; for (let at = 0; at < 20; at += 1) kept.push(await read_thing({ at })); return kept.map((text) => text.length)`;
    const value = Array.from({ length: 20 }, () => kilobytes * KB);
    expect(await outcomeOf(code, textOf(kilobytes))).toMatchObject({ ok: true, value });
  });

  it.each([100, 1_000])('arrive in parallel: %d KB each', async (kilobytes) => {
    const code = `return (await Promise.all(Array.from({ length: 10 }, (_, at) => read_thing({ at })))).map((text) => text.length)`;
    const value = Array.from({ length: 10 }, () => kilobytes * KB);
    expect(await outcomeOf(code, textOf(kilobytes))).toMatchObject({ ok: true, value });
  });

  it('end the program with MEMORY if they exceed the limit together', async () => {
    const code = `const kept = []; for (let at = 0; at < 20; at += 1) kept.push(await read_thing({ at })); return kept.length`;
    expect(await outcomeOf(code, textOf(2_000))).toMatchObject({ ok: false, errorCode: 'MEMORY' });
  });
});
