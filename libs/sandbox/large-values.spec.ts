import { answering, programOf } from './testing/run-fixture.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const KB = 1_000;
const PATIENT = { cpuMs: 2_000, wallMs: 60_000 };
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}` }));

describe('tool values that grow the memory of a guest', () => {
  const sandbox = useSandbox();

  it.each([300, 600, 620, 650, 700, 1_000, 1_500, 2_097])(
    'arrive as one string of %d KB',
    async (kilobytes) => {
      const length = kilobytes * KB;
      const program = programOf(`return (await read_thing({})).length`, {
        call: answering('x'.repeat(length)),
        limits: PATIENT,
      });
      expect(await sandbox.run(program)).toMatchObject({ ok: true, value: length });
    },
  );

  it('arrive as many rows', async () => {
    const program = programOf(`return (await read_thing({})).length`, {
      call: answering(rows(20_000)),
      limits: PATIENT,
    });
    expect(await sandbox.run(program)).toMatchObject({ ok: true, value: 20_000 });
  });

  it.each([30, 100, 200])('arrive one by one and are kept: %d KB each', async (kilobytes) => {
    const code = `const kept = []; for (let at = 0; at < 20; at += 1) kept.push(await read_thing({ at })); return kept.map((text) => text.length)`;
    const program = programOf(code, { call: answering('x'.repeat(kilobytes * KB)), limits: PATIENT });
    expect(await sandbox.run(program)).toMatchObject({
      ok: true,
      value: Array.from({ length: 20 }, () => kilobytes * KB),
    });
  });

  it.each([100, 400, 1_000])('arrive in parallel: %d KB each', async (kilobytes) => {
    const code = `return (await Promise.all(Array.from({ length: 10 }, (_, at) => read_thing({ at })))).map((text) => text.length)`;
    const program = programOf(code, { call: answering('x'.repeat(kilobytes * KB)), limits: PATIENT });
    expect(await sandbox.run(program)).toMatchObject({
      ok: true,
      value: Array.from({ length: 10 }, () => kilobytes * KB),
    });
  });

  it('end the program with MEMORY if they exceed the limit together', async () => {
    const code = `const kept = []; for (let at = 0; at < 20; at += 1) kept.push(await read_thing({ at })); return kept.length`;
    const program = programOf(code, { call: answering('x'.repeat(2_000 * KB)), limits: PATIENT });
    expect(await sandbox.run(program)).toMatchObject({ ok: false, errorCode: 'MEMORY' });
  });
});
