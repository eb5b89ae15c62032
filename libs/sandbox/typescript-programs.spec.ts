import type { Program, ToolRequest } from './program.ts';
import { Sandbox } from './sandbox.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';
import { TypeStripper } from './typescript/type-stripper.ts';

const TYPED = 'const { title } = (await read_thing({})) as { title: string }; return title;';
/** Invalid JavaScript that crashes the TypeScript parser. */
const DEADLY = `const a: number = ${'('.repeat(32_000)}1${')'.repeat(32_000)}`;

describe('programs in TypeScript', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await Sandbox.start({ threads: 1 });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await sandbox.stop();
  });
  const run = (code: string, more?: Partial<Program>) => sandbox.run(programOf(code, more));

  /** Calls `also` as soon as the stripping starts, and returns its duration. */
  function whileStripping(also: () => void = () => undefined) {
    const took = { ms: 0 };
    const strip = Reflect.get(TypeStripper.prototype, 'strip');
    jest.spyOn(TypeStripper.prototype, 'strip').mockImplementation(async function (
      this: TypeStripper,
      ...given
    ) {
      const from = performance.now();
      const stripped = strip.apply(this, given);
      also();
      await stripped;
      took.ms += performance.now() - from;
      return stripped;
    });
    return took;
  }

  it('have one wall-clock limit, which includes the stripping of types', async () => {
    const stripping = whileStripping();
    const left: number[] = [];
    const call = async ({ remainingMs }: ToolRequest) => {
      left.push(remainingMs);
      return { ok: true as const, value: { title: 'Things' } };
    };
    const outcome = await run(TYPED, { call });
    expect(outcome).toMatchObject({ ok: true, value: 'Things' });
    expect(stripping.ms).toBeGreaterThan(0);
    expect(left[0]).toBeLessThanOrEqual(60_000 - stripping.ms);
    expect(outcome.wallMs).toBeGreaterThanOrEqual(stripping.ms);
  });

  it('report the stripping time if they cannot be run', async () => {
    const stripping = whileStripping();
    const outcome = await run('enum Size { Small }');
    expect(outcome).toMatchObject({ ok: false, errorCode: 'SYNTAX' });
    expect(outcome.wallMs).toBeGreaterThanOrEqual(stripping.ms);
  });

  it('fail with a retryable error if the sandbox is stopped during the stripping', async () => {
    const stopping: Promise<void>[] = [];
    whileStripping(() => stopping.push(sandbox.stop()));
    await expect(run(TYPED)).rejects.toMatchObject({ code: 'SANDBOX_STOPPED' });
    await Promise.all(stopping);
  });

  it('do not delay programs of another org, and throttle their own org', async () => {
    const hostile = Array.from({ length: 5 }, () => run(DEADLY, { orgId: 'hostile' }));
    expect(await run(TYPED, { orgId: 'innocent' })).toMatchObject({ ok: true, value: 'Things' });
    for (const outcome of await Promise.all(hostile))
      expect(outcome).toMatchObject({ ok: false, errorCode: 'SYNTAX' });
    let [now, most] = [0, 0];
    const call: Program['call'] = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return { ok: true, value: { title: 'Things', rows: [] } };
    };
    const many = (orgId: string) =>
      Promise.all([1, 2, 3].map(() => run('return await read_thing({})', { orgId, call })));
    await many('hostile');
    expect(most).toBe(1);
    expect(await run(INNOCENT, { orgId: 'innocent' })).toMatchObject({ ok: true, value: INNOCENT_VALUE });
  });
});
