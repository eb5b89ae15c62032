import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { flagDocument, type FlagInOrg, type FlagView } from '#contracts';
import { TEST_PASSWORD } from '../../apps/admin/src/admin.fixture.ts';
import { runProgram } from '../../test/harness/run-program.ts';
import { describeWith } from '../../test/harness/services.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { flags } from '../commands/console-programs.ts';
import { ROOT, useConsole } from '../console/console.fixture.ts';
import { flagCommands } from './commands.ts';
import { listText } from './print.ts';
import { valueOf, wordsOf } from './value-of.ts';

const CONVERSATION = '0198a3c2-7b1e-7000-8000-000000000001';

describeWith('postgres', 'npm run flags', () => {
  const console = useConsole();
  const folder = temporaryFolder();

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
    expect(await run('list')).toMatch(/org-a +true \(false for 20 % of conversations; 1 pinned\)/);
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
    expect(await run('set ptc true --org org-a --reason x')).toContain('without effect: ptc is false');
    await run('revive ptc --reason x');
    expect(await run('set ptc true --org org-a --percent 20 --reason x')).toContain('has no effect: all');
    await expect(run('set tool_broker enforce --reason x')).rejects.toThrow('95 % over at least 500 turns');
  });

  it.each([
    ['set tool_brocker on --org nobody --reason x', /mean tool_broker\? Flags: tool_b[^]*no org "nobody"/],
    ['set tool_broker on --org nobody --reason x', /off, shadow, enforce[^]*no org "nobody"/],
    ['kill tool_brocker --reason x', /Did you mean tool_broker\?/],
    ['undo 1 --reason x', /the id of a change/],
    ['import nowhere.json --reason x', /nowhere\.json cannot be read/],
  ])('%s: everything that is wrong is named at once', (line, all) => expect(run(line)).rejects.toThrow(all));

  it('states each problem of a change once', async () => {
    const long = 'x'.repeat(2_000);
    await expect(run(`set ptc false --org org-a --reason ${long}`)).rejects.toThrow(
      /^The request is invalid\. \/why: (?!.*\/why)[^\n]+$/,
    );
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
    expect(await problem([], { TURNPIKE_API_KEY: 'tp_wrong' })).toContain('unknown or revoked');
  });
});

const NONE = { value: null, percent: null, revision: 0 };
const SHARE = { value: false, percent: 25, revision: 1 };
const ORG = { id: CONVERSATION, slug: 'acme', name: 'Acme' };
it.each<[Partial<FlagInOrg>, RegExp]>([
  [{}, /acme +true \(false for 25 % of conversations\)/],
  [{ effective: false }, /acme +false \(.*, no effect: all conversations already get false\)/],
  [{ share: { ...SHARE, percent: 0 } }, /acme +true \(.*, no effect: it covers no conversation\)/],
  [{ source: 'kill', pinned: 1 }, /\(.*, no effect: the kill switch overrides it; 1 pinned, no effect\)/],
])('a list of %j says what is in effect', (change, text) => {
  const here = { org: ORG, effective: true, source: 'org', own: NONE, share: SHARE, pinned: 0, ...change };
  const killed = here.source === 'kill';
  const flag = { key: 'ptc', killed, safe: false, default: NONE, declaredDefault: true };
  expect(listText([{ ...flag, orgs: [here] } as unknown as FlagView])).toMatch(text);
});

it.each([
  [[true, false], 'on', true, 'on or true, off or false'],
  [[true, false], 'false', false, 'on or true, off or false'],
  [['off', 'shadow', 'enforce'], 'off', 'off', 'off, shadow, enforce'],
])('the value, one of %j, is %s: %j', (values, word, value, words) => {
  expect([valueOf(values, word), valueOf(values, 'yes'), wordsOf(values)]).toEqual([value, undefined, words]);
});
