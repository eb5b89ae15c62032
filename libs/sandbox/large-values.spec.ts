import { answering } from './testing/run-fixture.ts';
import { useSandbox } from './testing/sandbox.fixture.ts';

const KB = 1_000;
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}` }));

describe('tool values that grow the memory of a guest', () => {
  const sandbox = useSandbox();

  const outcomeOf = (code: string, value: unknown) => sandbox.runCode(code, { call: answering(value) });
  const textOf = (kilobytes: number) => 'x'.repeat(kilobytes * KB);

  it.each([300, 600, 650, 2_097])('arrive as one string of %d KB', async (kilobytes) => {
    const outcome = await outcomeOf(`return (await read_thing({})).length`, textOf(kilobytes));
    expect(outcome).toMatchObject({ ok: true, value: kilobytes * KB });
  });

  it('arrive as many rows', async () => {
    const outcome = await outcomeOf(`return (await read_thing({})).length`, rows(20_000));
    expect(outcome).toMatchObject({ ok: true, value: 20_000 });
  });

  const oneByOne = `const kept = []; for (let at = 0; at < 20; at += 1) kept.push(await read_thing({ at }));`;
  const inParallel = `const kept = await Promise.all(Array.from({ length: 20 }, (_, at) => read_thing({ at })));`;
  it.each([
    ['one by one', 30, oneByOne],
    ['one by one', 200, oneByOne],
    ['in parallel', 100, inParallel],
    ['in parallel', 500, inParallel],
  ])('arrive %s and are kept: %d KB each', async (_how, kilobytes, code) => {
    const value = Array.from({ length: 20 }, () => kilobytes * KB);
    const outcome = await outcomeOf(`${code} return kept.map((text) => text.length)`, textOf(kilobytes));
    expect(outcome).toMatchObject({ ok: true, value });
  });

  it('end the program with MEMORY if they exceed the limit together', async () => {
    expect(await outcomeOf(oneByOne, textOf(2_000))).toMatchObject({ ok: false, errorCode: 'MEMORY' });
  });
});
