import { z } from 'zod';
import { consoleModels } from '#contracts/console';
import { describeWith } from '../../test/harness/services.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { models } from '../commands/console-programs.ts';
import { useConsole } from '../console/console.fixture.ts';
import { modelCommands } from './commands.ts';

describeWith(['postgres'], 'npm run models', () => {
  const console = useConsole({ SECRETS_KEY: 'the key of the test', CLOCK_AT: '2026-11-30T10:00:00Z' });
  const run = (line: string, secret?: string) => {
    const given = readCommandLine(models, `${line} --org org-a`.split(' '));
    return modelCommands[given.command](console.client, given, { secret });
  };

  it('adds, moves and removes models, and shows them', async () => {
    // What the server lacks is said, and keeps nobody from adding it: it may come later.
    const added = await run('add our-llama --base-url http://models.invalid/v1 --tier flash');
    expect(added).toMatch(
      /our-llama is added.*\nWARNING: .*models\.invalid (cannot be reached|did not answer)/,
    );
    expect(added).toContain('npm run models -- remove our-llama --org org-a');
    await run(
      'add other --base-url http://models.invalid/v1 --model llama3:8b --tier standard --prices-usd 1,0.5,2 ' +
        '--context 8192 --max-output 512 --input-margin 1.6 --abilities tools,vision',
    );
    const { items } = await console.client.get('models?org=org-a', consoleModels);
    expect(items.find(({ name }) => name === 'other')).toMatchObject({
      prices: { input: 1, cachedInput: 0.5, output: 2 },
      contextWindowTokens: 8_192,
      own: { baseUrl: 'http://models.invalid/v1', model: 'llama3:8b' },
    });
    await run('remove other');
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

  it('ends the cooldown of a model', async () => {
    await expect(run('wake openai gpt-6-luna')).rejects.toThrow('gpt-6-luna of openai is not in cooldown.');
  });

  it('adds keys from standard input, each as one of its own, and shows no more than their fingerprints', async () => {
    const said = await run('add-key google', 'AIza-one, AIza-two');
    const fingerprints = said.match(/[0-9a-f]{16}/g) ?? [];
    expect(fingerprints).toHaveLength(2);
    const keys = await run('keys');
    expect(said + keys).not.toContain('AIza');
    await expect(
      console.client.post('provider-keys', { provider: 'google', key: 'AIza-one,AIza-two' }, z.unknown()),
    ).rejects.toThrow('one key');
    for (const fingerprint of fingerprints) {
      expect(keys).toMatch(new RegExp(`google +${fingerprint} +in_use`));
      await expect(run(`put-back google ${fingerprint}`)).rejects.toThrow('nothing is known against it');
      await run(`remove-key google ${fingerprint}`);
    }
    expect(await run('keys')).toBe('none');
    expect(await run('circuits')).toBe('none');
  });

  it('says what calls cost', async () => {
    const { database, orgA } = console.admin;
    await database.forOrg(orgA.id, (tx) =>
      tx.execute(
        `INSERT INTO model_usage (org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens, completion_tokens, cost_usd)
         VALUES ($1, '2026-11-20', 'offline', 'offline-standard', 'standard', 4, 90000, 0, 10000, 0),
                ($1, '2026-10-10', 'openai', 'qwen3:8b', 'standard', 2, 1000, 0, 500, 0),
                ($1, '2026-10-10', 'compatible', 'our-free', 'standard', 2, 1000, 0, 500, 0)`,
      ),
    );
    expect(await run('cost')).toContain('2026-11-01 to 2026-11-30: 0.0000 USD');
    const unpriced = await run('cost --from 2026-10-01 --to 2026-10-31');
    expect(unpriced).toMatch(/^no price for qwen3:8b: set MODEL_PRICES_USD; its 2 calls with 1500 tokens/m);
    expect(unpriced).not.toContain('our-free');
    const priced = await run('cost --prices openai');
    expect(priced).toContain('0.1125 USD, offline turns as if on models of openai');
    expect(priced).toMatch(/standard +4 \(100\.0 %\) +100000 \(100\.0 %\)/);
    expect(priced).toMatch(/all on premium: +0\.2800 USD, 59\.8 % saved/);
    await expect(run('cost --prices cheap')).rejects.toThrow('prices');
  });
});
