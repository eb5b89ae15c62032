import { randomBytes } from 'node:crypto';
import { readCommandLine } from '../commands/command-line.ts';
import { settings } from '../commands/console-programs.ts';
import { UsageError } from '../commands/usage.errors.ts';
import { useConsole } from '../console/console.fixture.ts';
import { settingCommands } from './commands.ts';

const read = (line: string) => readCommandLine(settings, [...line.split(' '), '--reason', 'for the test']);

describe('npm run settings', () => {
  const console = useConsole({ SECRETS_KEY: randomBytes(32).toString('base64') });
  const run = (line: string, secret?: string) => {
    const given = read(`${line} --org org-a`);
    return settingCommands[given.command](console.client, given, secret);
  };

  it('shows, sets and clears', async () => {
    expect(await run('set MODEL_ROUNDS 7')).toBe('MODEL_ROUNDS is 7 (org).');
    expect(await run('list')).toMatch(/^MODEL_ROUNDS +7 +org/m);
    expect(await run('get MODEL_ROUNDS')).toContain('whole number, 1 to 50 rounds; read by turns: loop');
    expect(await run('clear MODEL_ROUNDS')).toBe('MODEL_ROUNDS is 5 (default).');
    expect(JSON.parse(await run('get MODEL_ROUNDS --json'))).toMatchObject({ value: '5' });
  });

  it('takes a secret from standard input only, and shows none', async () => {
    await expect(run('set SMTP_URL smtp://u:hunter2@mail.example.com')).rejects.toThrow('with --secret');
    const said = await run('set SMTP_URL --secret', 'smtp://u:hunter2@mail.example.com');
    expect(said).toBe('SMTP_URL is set, not shown (org).');
    expect((await run('list')) + (await run('get SMTP_URL'))).not.toContain('hunter2');
  });

  it('says what does not fit in the console’s words', async () => {
    await expect(run('set MODEL_ROUNDS many')).rejects.toThrow('expected a whole number from 1 to 50');
    await expect(run('set MODEL_ROUND 5')).rejects.toThrow('Settings: ORG_TIMEZONE,');
    const unnamed = settingCommands.list(console.client, read('list'));
    await expect(unnamed).rejects.toThrow(UsageError);
    await expect(unnamed).rejects.toThrow('--org SLUG is missing. Orgs: org-a, org-b.');
  });
});
