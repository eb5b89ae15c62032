import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flagDocument } from '#contracts';
import { TEST_PASSWORD } from '../../apps/admin/src/admin.fixture.ts';
import { runProgram } from '../../test/harness/run-program.ts';
import { describeWith } from '../../test/harness/services.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { flags } from '../commands/console-programs.ts';
import { ROOT, useConsole } from '../console/console.fixture.ts';
import { flagCommands } from './commands.ts';
import { valueOf } from './value-of.ts';

const CONVERSATION = '0198a3c2-7b1e-7000-8000-000000000001';

describeWith('postgres', 'npm run flags', () => {
  const console = useConsole();
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'turnpike-flags-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = (line: string) => {
    const given = readCommandLine(flags, line.split(' '));
    return flagCommands[given.command](console.client, given);
  };

  it('sets the value of an org, shows its history, and undoes the change', async () => {
    expect(await run('set tool_broker shadow --org org-a --reason measured')).toBe(
      'tool_broker is shadow for org-a.',
    );
    const shown = await run('get tool_broker');
    expect(shown).toContain('org org-a: shadow (by org)');
    expect(shown).toContain('nothing → shadow, "measured"');
    const change = /^ {2}(\S{36}) /m.exec(shown)?.[1];
    await run(`undo ${change} --reason enough`);
    expect(await run('get tool_broker')).toContain('org org-a: off (by code)');
  });

  it('sets shares and single conversations, and clears them', async () => {
    expect(await run('set ptc false --org org-a --percent 20 --reason x')).toBe(
      'ptc is false for 20 % of the conversations of org-a, true for the others.',
    );
    await run(`set ptc false --org org-a --conversation ${CONVERSATION} --reason x`);
    expect(await run('list')).toContain(
      'org-a                  true (false for 20 % of conversations, 1 pinned)',
    );
    expect(await run('clear ptc --org org-a --share --reason x')).toBe(
      'ptc is true for all conversations of org-a.',
    );
  });

  it('exports and imports flags, after a dry run', async () => {
    const file = path.join(folder, 'flags.json');
    const document = flagDocument.parse(JSON.parse(await run('export --org org-a')));
    document.flags.tool_search = { orgs: { 'org-a': { value: false } } };
    await writeFile(file, JSON.stringify(document));
    const change = 'tool_search (org org-a): nothing → false';
    expect(await run(`import ${file} --dry-run --reason x`)).toBe(`Would change:\n  ${change}`);
    expect(await run(`import ${file} --reason x`)).toBe(`Changed:\n  ${change}`);
    expect(await run(`import ${file} --reason x`)).toBe('Nothing differs.');
  });

  it('kills and revives flags, and checks the gate', async () => {
    expect(await run('kill ptc --reason x')).toContain('ptc is false for every org');
    expect(await run('list')).toMatch(/^ptc +false \(KILLED\)/m);
    await run('revive ptc --reason x');
    await expect(run('set tool_broker enforce --reason x')).rejects.toThrow('95 % over at least 500 turns');
  });

  it('lists the valid names after a typo', async () => {
    await expect(run('set tool_brocker off --reason x')).rejects.toThrow('Flags: tool_broker, ');
    await expect(run('set tool_broker on --org org-a --reason x')).rejects.toThrow('off, shadow, enforce');
    await expect(run('set tool_broker off --org nobody --reason x')).rejects.toThrow(
      'There is no org "nobody".',
    );
  });

  it('states each problem of a change once', async () => {
    const long = 'x'.repeat(2_000);
    const refused = await run(`set ptc false --org org-a --why ${long}`).catch(
      ({ message }: Error) => message,
    );
    expect(refused).toMatch(/^The request is invalid\. \/why: (?!.*\/why)[^\n]+$/);
  });

  it('signs in and out as a program, and says how to get access', async () => {
    const program = (args: string[], env: Record<string, string> = {}, input = '') =>
      runProgram('scripts/flags', ['list', '--url', console.admin.url, ...args], {
        env: { DATA_DIR: folder, ...env },
        input,
      });
    const sessions = () =>
      console.admin.database.asPlatform('sessions of a test', (tx) => tx.query('SELECT 1 FROM sessions'));
    const before = await sessions();
    expect(await program(['--email', ROOT, '--password-stdin'], {}, TEST_PASSWORD)).toMatchObject({
      code: 0,
      out: expect.stringContaining('tool_broker'),
    });
    expect(await sessions()).toEqual(before);
    const problem = async (...given: Parameters<typeof program>) => (await program(...given)).err;
    expect(await problem([])).toContain('TURNPIKE_API_KEY');
    const wrong = { TURNPIKE_API_KEY: 'tp_wrong' };
    expect(await problem([], wrong)).toContain('unknown or revoked');
    expect(await problem(['--url', 'http://127.0.0.1:1'], wrong)).toContain('Start it with npm start');
  });
});

it.each([
  ['ptc', [true, false], 'on', true],
  ['ptc', [true, false], 'false', false],
  ['tool_broker', ['off', 'shadow', 'enforce'], 'off', 'off'],
])('the value of %s, one of %j, is %s: %j', (key, values, word, value) => {
  expect(valueOf({ key, values }, word)).toBe(value);
  expect(() => valueOf({ key, values }, 'yes')).toThrow(`${key} cannot be "yes"`);
});
