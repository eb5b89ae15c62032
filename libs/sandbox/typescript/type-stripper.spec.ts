import { compileFunction } from 'node:vm';
import type { StripperThread } from './stripper-thread.ts';
import { TypeStripper } from './type-stripper.ts';

const never = new AbortController().signal;
const DEEP = `${'('.repeat(32_000)}1${')'.repeat(32_000)} as any`;
const TYPED = 'const a: number = 1;\nreturn a as unknown;';

describe('types that are left out', () => {
  const open: TypeStripper[] = [];
  const blamed: string[] = [];
  const stripper = (limits?: { timeMs: number; heapMb: number }) => {
    blamed.length = 0;
    const made = new TypeStripper((orgId) => blamed.push(orgId), limits);
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const made of open.splice(0)) await made.stop();
  });

  it('leave the lines and columns of the rest, one program after the other', async () => {
    const types = stripper();
    const all = await Promise.all([
      types.strip(TYPED, 'org', never),
      types.strip('return 1 as any', 'org', never),
    ]);
    expect(all).toEqual([
      { code: 'const a         = 1;\nreturn a           ;\n' },
      { code: 'return 1       \n' },
    ]);
  });

  it.each([
    ['is no TypeScript', 'const a: = 1'],
    ['closes the function around it', '} function other(a: number) {'],
  ])('are none of what %s', async (what, code) => {
    const { code: stripped, problem } = await stripper().strip(code, 'org', never);
    expect(problem).toBeUndefined();
    // What comes out is compiled as the body of a function again, and refused there.
    if (what.startsWith('closes')) expect(() => compileFunction(stripped ?? '')).toThrow(/Unexpected token/);
    else expect(stripped).toBeUndefined();
  });

  it.each([
    ['enums', 'enum A { B }', /TypeScript enum is not supported/],
    ['namespaces', 'namespace A { export const x = 1 }', /TypeScript namespace declaration is not supported/],
    ['modules', `import fs from 'node:fs'`, /no import and no export/],
  ])('are not what %s are: it says so, and the thread goes on', async (_what, code, problem) => {
    const types = stripper();
    expect(await types.strip(code, 'org', never)).toEqual({ problem: expect.stringMatching(problem) });
    expect((await types.strip(TYPED, 'org', never)).code).toContain('const a ');
  });

  it('do not hold up the next program where the parser dies of one', async () => {
    const types = stripper();
    const [dead, next] = await Promise.all([
      types.strip(DEEP, 'org', never),
      types.strip(TYPED, 'org', never),
    ]);
    expect(dead).toEqual({});
    expect(next.code).toContain('const a');
    expect(blamed).toEqual(['org']);
  });

  it('wait for one program of each other org at most', async () => {
    const types = stripper();
    const order: string[] = [];
    const strip = async (code: string, orgId: string) => {
      const { code: stripped } = await types.strip(code, orgId, never);
      order.push(`${orgId} ${stripped === undefined ? 'dead' : 'read'}`);
    };
    await Promise.all([
      ...Array.from({ length: 3 }, () => strip(DEEP, 'hostile')),
      strip(TYPED, 'innocent'),
      strip(TYPED, 'innocent'),
    ]);
    expect(order).toEqual(['hostile dead', 'innocent read', 'hostile dead', 'innocent read', 'hostile dead']);
    expect(blamed).toEqual(['hostile', 'hostile', 'hostile']);
  });

  it('come from another thread where the one before ended while nobody used it', async () => {
    const types = stripper();
    await types.strip(TYPED, 'org', never);
    await (Reflect.get(types, 'thread') as StripperThread).end();
    expect((await types.strip(TYPED, 'org', never)).code).toContain('const a');
    expect(blamed).toEqual([]);
  });

  it('cost a program that takes too long its reading, and no other one', async () => {
    const types = stripper({ timeMs: 0, heapMb: 128 });
    const slow = `return ${'a as any + '.repeat(5_000)} 1`;
    expect(await types.strip(slow, 'org', never)).toEqual({
      problem: 'read as TypeScript it takes more than 0 s',
    });
    expect(blamed).toEqual(['org']);
  });

  it('cost a program that takes too much memory its reading', async () => {
    const types = stripper({ timeMs: 60_000, heapMb: 8 });
    // Many times what there is: V8 lets a heap grow a little over its limit before it gives up.
    const long = 'const a: number = 1;\n'.repeat(1_600_000);
    expect(await types.strip(long, 'org', never)).toEqual({
      problem: 'read as TypeScript it needs more than 8 MiB of memory',
    });
  });

  it('are not waited for by who has given up', async () => {
    const types = stripper();
    const late = new AbortController();
    const before = types.strip(TYPED, 'org', never);
    const waiting = types.strip(TYPED, 'org', late.signal);
    late.abort();
    expect(await waiting).toEqual({});
    expect((await before).code).toContain('const a');
  });
});
