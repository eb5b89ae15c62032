import { randomBytes } from 'node:crypto';
import { openAdmin, TEST_PASSWORD, type AdminFixture } from '../../apps/admin/src/admin.fixture.ts';
import { ConsoleClient } from '../console/console-client.ts';
import { readArguments } from './arguments.ts';
import { settingCommands } from './commands.ts';

const read = (line: string) => readArguments([...line.split(' '), '--why', 'for the test']);

describe('the arguments of npm run settings', () => {
  it('name a setting, a value and an org', () => {
    expect(read('set MODEL_ROUNDS 7 --org demo')).toMatchObject({
      command: 'set',
      name: 'MODEL_ROUNDS',
      value: '7',
      org: 'demo',
      why: 'for the test',
    });
    expect(read('set SMTP_URL --secret')).toMatchObject({ name: 'SMTP_URL', value: undefined, secret: true });
    expect(readArguments(['list']).why).toBe('');
  });

  it.each([
    ['', 'npm run settings -- COMMAND'],
    ['delete A', 'No such command: delete'],
    ['set A', 'Expected: npm run settings -- set NAME VALUE'],
    ['set A b --secret', 'Expected: npm run settings -- set NAME --secret'],
    ['get A --secret', '--secret belongs to set'],
    ['set A --secret --email a@b --password-stdin', 'cannot both be read'],
    ['set A b --reason x', "Unknown option '--reason'"],
  ])('%p is refused with what is expected', (line, problem) => {
    expect(() => readArguments([...line.split(' ').filter(Boolean), '--why', 'x'])).toThrow(problem);
  });

  it('without a reason change nothing', () => {
    for (const line of [
      ['set', 'A', 'b'],
      ['clear', 'A', '--why', ' '],
    ])
      expect(() => readArguments(line)).toThrow(
        /--why is missing.*npm run settings -- (set A b|clear A) --why/s,
      );
  });
});

describe('npm run settings', () => {
  let admin: AdminFixture;
  let console: ConsoleClient;

  beforeAll(async () => {
    admin = await openAdmin({ env: { SECRETS_KEY: randomBytes(32).toString('base64') } });
    await admin.addUser('root@platform.example', 'platform_admin', null);
    console = await ConsoleClient.open(admin.url, {
      email: 'root@platform.example',
      password: TEST_PASSWORD,
    });
  });

  afterAll(async () => {
    await console?.close();
    await admin?.close();
  });

  const run = (line: string, secret?: string) => {
    const given = read(`${line} --org org-a`);
    return settingCommands[given.command](console, { ...given, secret });
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
    const given = readArguments(['list']);
    await expect(settingCommands.list(console, { ...given, secret: undefined })).rejects.toThrow(
      'Say which org is meant: --org SLUG.',
    );
  });
});
