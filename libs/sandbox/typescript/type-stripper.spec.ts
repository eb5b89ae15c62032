import { compileFunction } from 'node:vm';
import type { StripperThread } from './stripper-thread.ts';
import { TypeStripper } from './type-stripper.ts';

const never = new AbortController().signal;
const DEEP = `${'('.repeat(32_000)}1${')'.repeat(32_000)} as any`;
const TYPED = 'const a: number = 1;\nreturn a as unknown;';

describe('type stripping', () => {
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

  it('keeps the lines and columns of the rest, one program after the other', async () => {
    const types = stripper();
    const all = await Promise.all([
      types.strip(TYPED, 'org', never),
      types.strip('return 1 as any', 'org', never),
    ]);
    expect(all).toEqual([
      { code: 'const a         = 1;\nreturn a           ;' },
      { code: 'return 1       ' },
    ]);
  });

  it('does not accept a program that closes the surrounding function', async () => {
    const { code, problem } = await stripper().strip('} function other(a: number) {', 'org', never);
    expect(problem).toBeUndefined();
    // The result is compiled as a function body again, and fails there.
    expect(() => compileFunction(code ?? '')).toThrow(/Unexpected token/);
  });

  const typed = `const a: number = 1;\n`;
  it.each([
    ['no TypeScript', `${typed}const b: string = 'x';\nconst c = ;`, 'Expression expected (line 3)'],
    ['elements', `${typed}return <div>hi</div>`, 'Expression expected (line 2)'],
    [
      'open functions',
      `${typed}function f() {\n  return a`,
      "Expected '}', got '<eof>' (line 3, the end of the program)",
    ],
    ['open brackets', `${typed}return (`, 'Expression expected (line 2, the end of the program)'],
    ['braces too many', `${typed}if (a) {\n}\n}\n\nreturn a`, "a '}' closes nothing (line 4)"],
    ['braces too many', `${typed}if (a) { } } return a`, "a '}' closes nothing (line 2)"],
    ['enums', `${typed}enum Size { Small }`, 'TypeScript enum is not supported in strip-only mode (line 2)'],
    [
      'namespaces',
      'namespace A { export const x = 1 }',
      'TypeScript namespace declaration is not supported in strip-only mode (line 1)',
    ],
    [
      'parameter properties',
      `class A {\n  constructor(private a: number) {}\n}`,
      'TypeScript parameter property is not supported in strip-only mode (line 2)',
    ],
    [
      'modules',
      `\nimport fs from 'node:fs'`,
      'a program is the body of an async function, and has no import and no export (line 2)',
    ],
  ])('reports %s with their line, and keeps the thread', async (_what, code, problem) => {
    const types = stripper();
    expect(await types.strip(code, 'org', never)).toEqual({ problem });
    expect((await types.strip(TYPED, 'org', never)).code).toContain('const a ');
  });

  it('does not delay the next program if the parser crashes', async () => {
    const types = stripper();
    const [dead, next] = await Promise.all([
      types.strip(DEEP, 'org', never),
      types.strip(TYPED, 'org', never),
    ]);
    expect(dead).toEqual({});
    expect(next.code).toContain('const a');
    expect(blamed).toEqual(['org']);
  });

  it('makes a program wait for at most one program of each other org', async () => {
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

  it('uses another thread if the previous one ended while idle', async () => {
    const types = stripper();
    await types.strip(TYPED, 'org', never);
    await (Reflect.get(types, 'thread') as StripperThread).end();
    expect((await types.strip(TYPED, 'org', never)).code).toContain('const a');
    expect(blamed).toEqual([]);
  });

  it('fails for a program that takes too long, and for no other program', async () => {
    const types = stripper({ timeMs: 0, heapMb: 128 });
    const slow = `return ${'a as any + '.repeat(5_000)} 1`;
    expect(await types.strip(slow, 'org', never)).toEqual({
      problem: 'read as TypeScript it takes more than 0 s',
    });
    expect(blamed).toEqual(['org']);
  });

  it('fails for a program that needs too much memory', async () => {
    const types = stripper({ timeMs: 60_000, heapMb: 8 });
    // Far more than the limit, because V8 lets a heap exceed its limit a little before it fails.
    const long = 'const a: number = 1;\n'.repeat(1_600_000);
    expect(await types.strip(long, 'org', never)).toEqual({
      problem: 'read as TypeScript it needs more than 8 MiB of memory',
    });
  });

  it('stops waiting when the caller aborts', async () => {
    const types = stripper();
    const late = new AbortController();
    const before = types.strip(TYPED, 'org', never);
    const waiting = types.strip(TYPED, 'org', late.signal);
    late.abort();
    expect(await waiting).toEqual({});
    expect((await before).code).toContain('const a');
  });
});
