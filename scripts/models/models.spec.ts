import { z } from 'zod';
import { openAdmin, TEST_PASSWORD, type AdminFixture } from '../../apps/admin/src/admin.fixture.ts';
import { describeWith } from '../../test/harness/services.ts';
import { ConsoleClient } from '../console/console-client.ts';
import { readArguments } from './arguments.ts';
import { modelCommands } from './commands.ts';

const NOW = new Date('2026-11-30T10:00:00Z');
const read = (line: string) => readArguments(line.split(' ').filter(Boolean), NOW);
const ADD = 'add our-llama --base-url https://gpu.example.com/v1 --tier flash';

describe('the arguments of npm run models', () => {
  it('name a model with what the console wants to know of it', () => {
    expect(
      read(
        `${ADD} --model llama3:8b --prices-usd 1,0.5,2 --context 8192 --input-margin 1.6 --abilities tools,vision --key`,
      ),
    ).toMatchObject({
      command: 'add',
      given: ['our-llama'],
      secret: true,
      model: {
        baseUrl: 'https://gpu.example.com/v1',
        tier: 'flash',
        model: 'llama3:8b',
        prices: { input: 1, cachedInput: 0.5, output: 2 },
        contextWindowTokens: 8_192,
        inputMargin: 1.6,
        abilities: { tools: true, vision: true, jsonSchema: false, streaming: false },
      },
    });
    expect(read('cost --org demo')).toMatchObject({ from: '2026-11-01', to: '2026-11-30', org: 'demo' });
  });

  it.each([
    ['', 'npm run models -- COMMAND'],
    ['drop x', 'No such command: drop'],
    ['tier x', 'Expected: npm run models -- tier NAME TIER'],
    ['add x', 'add needs --base-url and --tier'],
    [`${ADD} --abilities speech`, 'No such ability: speech'],
    ['add-key openai --email a@b --password-stdin', 'cannot both be read'],
    ['list --colour', "Unknown option '--colour'"],
  ])('%p is refused with what is expected', (line, problem) => {
    expect(() => read(line)).toThrow(problem);
  });
});

describeWith(['postgres'], 'npm run models', () => {
  let admin: AdminFixture;
  let console: ConsoleClient;

  beforeAll(async () => {
    admin = await openAdmin({ env: { SECRETS_KEY: 'the key of the test' } });
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
    return modelCommands[given.command](console, { ...given, secret });
  };

  it('adds, moves and removes models, and shows them', async () => {
    // What the server lacks is said, and keeps nobody from adding it: it may come later.
    const added = await run('add our-llama --base-url http://models.invalid/v1 --tier flash');
    expect(added).toMatch(
      /our-llama is added.*\nWARNING: .*models\.invalid (cannot be reached|did not answer)/,
    );
    expect(added).toContain('npm run models -- remove our-llama --org org-a');
    await run('tier gpt-6.1-sol off');
    await run('task negotiation standard');
    const list = await run('list');
    expect(list).toMatch(/our-llama +compatible +flash/);
    expect(list).toMatch(/gpt-6\.1-sol +openai +off \(premium\)/);
    expect(list).toMatch(/negotiation +standard \(own\)/);
    await run('tier gpt-6.1-sol none');
    await run('remove our-llama');
    expect(await run('list')).not.toContain('our-llama');
    await expect(run('remove our-llama')).rejects.toThrow('The org has no model of its own named our-llama.');
  });

  it('has a model asked again that rests', async () => {
    await expect(run('wake openai gpt-6-luna')).rejects.toThrow('gpt-6-luna of openai does not rest.');
  });

  it('adds keys from standard input, and shows no more than their fingerprints', async () => {
    const said = await run('add-key openai', 'sk-secret');
    const [fingerprint] = /[0-9a-f]{16}/.exec(said) ?? [];
    const keys = await run('keys');
    expect(keys).toMatch(new RegExp(`openai +${fingerprint} +in_use`));
    expect(said + keys).not.toContain('sk-secret');
    await expect(run(`put-back openai ${fingerprint}`)).rejects.toThrow('nothing is known against it');
    await run(`remove-key openai ${fingerprint}`);
    expect(await run('keys')).toBe('none');
    expect(await run('circuits')).toBe('none');
  });

  it('adds several keys at once, each as one of its own', async () => {
    const said = await run('add-key google', 'AIza-one, AIza-two');
    const fingerprints = said.match(/[0-9a-f]{16}/g) ?? [];
    expect(fingerprints).toHaveLength(2);
    const keys = await run('keys');
    for (const fingerprint of fingerprints)
      expect(keys).toMatch(new RegExp(`google +${fingerprint} +in_use`));
    await expect(
      console.post('provider-keys', { provider: 'google', key: 'AIza-one,AIza-two' }, z.unknown()),
    ).rejects.toThrow('one key');
    for (const fingerprint of fingerprints) await run(`remove-key google ${fingerprint}`);
  });

  it('says what calls cost', async () => {
    await admin.database.forOrg(admin.orgA.id, (tx) =>
      tx.execute(
        `INSERT INTO model_usage (org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens, completion_tokens, cost_usd)
         VALUES ($1, '2026-11-20', 'offline', 'offline-standard', 'standard', 4, 90000, 0, 10000, 0)`,
      ),
    );
    expect(await run('cost')).toContain('2026-11-01 to 2026-11-30: 0.0000 USD');
    const priced = await run('cost --prices openai');
    expect(priced).toContain('0.1125 USD, offline turns as if on models of openai');
    expect(priced).toMatch(/standard +4 \(100\.0 %\) +100000 \(100\.0 %\)/);
    expect(priced).toMatch(/all on premium: +0\.2800 USD, 59\.8 % saved/);
    await expect(run('cost --prices cheap')).rejects.toThrow('prices');
  });
});
