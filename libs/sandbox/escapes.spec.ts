import { writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import vm from 'node:vm';
import type { Program, ToolRequest } from './program.ts';
import { Sandbox } from './sandbox.ts';
import { escapes } from './testing/escapes.ts';
import { INNOCENT, INNOCENT_VALUE, programOf } from './testing/run-fixture.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';

const secret = `secret-${randomBytes(12).toString('hex')}`;
let sandbox: Sandbox;
const secretFile = path.join(temporaryFolder(), 'secret');

beforeAll(async () => {
  await writeFile(secretFile, secret);
  sandbox = await Sandbox.start({ threads: 2 });
});
afterAll(() => sandbox.stop());

/** Prefix of each program. It reads the secret with a `Function` of the host. */
function armed(code: string): string {
  return `
    const SECRET = ${JSON.stringify(secretFile)};
    const LOOT = (F) => {
      try {
        return F('return typeof process === "object" ? process.getBuiltinModule("fs").readFileSync(' +
          JSON.stringify(SECRET) + ', "utf8") + " pid:" + process.pid : "nothing"')();
      } catch (e) { return 'no: ' + e.message }
    };
    ${code}`;
}

/** Returns the facts in `text` that only this process knows. */
function leaksIn(text: string): string[] {
  const own = path.resolve('.');
  const facts = [
    secret,
    `pid:${process.pid}`,
    own,
    'node_modules',
    'node:internal',
    'file://',
    '.worker.',
    '.spec.',
    process.execPath,
  ];
  return facts.filter((one) => text.includes(one));
}

function prototypes(): string {
  return [Object, Array, Function, String, Promise, Error]
    .map((one) => Reflect.ownKeys(one.prototype).map(String).join())
    .join('|');
}

async function attempt(code: string) {
  const requests: ToolRequest[] = [];
  const program = programOf(armed(code), { limits: { wallMs: 2_000 } });
  const call: Program['call'] = (request) => {
    requests.push(request);
    return program.call(request);
  };
  const outcome = await sandbox.run({ ...program, call });
  return { outcome, requests };
}

describe('escapes', () => {
  it('number at least 60', () => {
    expect(Object.keys(escapes).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(escapes))('contains: %s', async (_name, code) => {
    const before = prototypes();
    const { outcome, requests } = await attempt(code);
    expect(leaksIn(JSON.stringify(outcome))).toEqual([]);
    expect(requests.filter(({ tool }) => tool !== 'read_thing' && tool !== 'fail_thing')).toEqual([]);
    for (const { input } of requests) expect(JSON.stringify(input)).not.toContain('polluted');
    expect(JSON.stringify(outcome.ok ? outcome.value : null)).not.toContain('"__proto__":');
    expect(prototypes()).toBe(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await sandbox.run(programOf(INNOCENT))).toMatchObject({ ok: true, value: INNOCENT_VALUE });
  });

  it('end no thread', () => {
    expect(sandbox.killedThreads).toBe(0);
  });
});

describe('the same programs in a sandbox with holes', () => {
  it('escape, which proves that the checks can fail', async () => {
    const results: string[] = [];
    for (const name of ['constructor of a tool', 'constructor of a result', 'constructor of console.log']) {
      const context = vm.createContext({
        read_thing: async () => ({ rows: [] }),
        console: { log: () => {} },
      });
      const value: unknown = await vm.runInContext(
        `(async () => { ${armed(escapes[name] ?? '')} })()`,
        context,
      );
      results.push(String(value));
    }
    for (const result of results) expect(leaksIn(result)).toContain(secret);
  });
});
