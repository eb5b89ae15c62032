// Runs `npm run eval` with the real SDKs against a server as strict as the providers, with scripted answers.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EvalResult } from '../../scripts/eval/report.ts';
import { runProgram } from '../harness/run-program.ts';
import { describeWith } from '../harness/services.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { needsOf } from './api.fixture.ts';
import {
  answer,
  answerWithCall,
  hasToolResult,
  ScriptedProviders,
  type AskedProvider,
  toolsOffered,
  type Usage,
} from './providers.fixture.ts';

/** True for the first round of a turn. */
const asksToSearch = (asked: AskedProvider) =>
  toolsOffered(asked).includes('search_properties') && !hasToolResult(asked);
const SEARCH = { district: 'Paphos', propertyType: 'Villa', dealType: 'sale', maxPrice: 100_000 };

/** The scenario E4 as a good model plays it. */
const PLAYED = {
  pack: 'estio',
  id: 'E4',
  passed: true,
  steps: [
    {
      calls: [{ tool: 'search_properties', arguments: SEARCH, success: true }],
      right: { tools: true, arguments: true, claims: true },
      reply: expect.stringContaining('100,000'),
    },
  ],
};

describeWith(needsOf.postgres, 'npm run eval with providers', () => {
  let providers: ScriptedProviders;
  const folder = temporaryFolder();
  beforeAll(async () => {
    providers = await ScriptedProviders.start();
  });
  afterAll(() => providers?.stop());

  const settings = () => {
    const keyed = (['openai', 'anthropic', 'google'] as const).map((name) => providers.only(name));
    return Object.assign({}, ...keyed.map((env) => onlySet(env))) as Record<string, string>;
  };

  const run = (options: string) =>
    runProgram('scripts/eval', `${options} --backend postgres --pack estio`.split(' '), {
      env: { ...(process.env as Record<string, string>), ...settings(), EVAL_API_KEY: 'gateway' },
    });

  it('compares models by tools, arguments and claims, and stops at the limit', async () => {
    // The search costs more than is left of the limit for the second scenario.
    const dear: Usage = [1_000, 0, 4_000];
    providers.behave = (asked, response) => {
      const searches = asksToSearch(asked);
      // The model at the URL confuses the price, and invents a link.
      const isServed = asked.key === 'gateway';
      if (searches && isServed)
        return answerWithCall(asked, response, 'search_properties', { ...SEARCH, maxPrice: 10_000 }, dear);
      if (searches) return answerWithCall(asked, response, 'search_properties', SEARCH, dear);
      const said = isServed ? ' See https://villas.example.' : '';
      return answer(asked, response, `Nothing below 100,000 euros.${said}`);
    };
    const url = `http://127.0.0.1:${providers.port}/gateway`;
    const { code, out, err } = await run(
      `--provider openai,${url} --model llama3:8b --scenario E4,E13 --max-usd 0.045 --json`,
    );
    expect(err).toMatch(/openai \[1\/2\] ok {4} estio E4/);
    const { results } = JSON.parse(out) as { results: EvalResult[] };
    const [openai, served] = results as [EvalResult, EvalResult];
    expect(openai).toMatchObject({ notPlayed: ['estio E13'], scenarios: [PLAYED] });
    expect(openai.costUsd).toBeGreaterThan(0.01);
    expect(openai.promptTokens).toBeGreaterThanOrEqual(2_000);
    expect(served).toMatchObject({ model: 'llama3:8b', costUsd: 0, notPlayed: [] });
    expect(served.scenarios[0]).toMatchObject({
      passed: false,
      steps: [{ right: { tools: true, arguments: false, claims: false } }],
    });
    expect(code).toBe(1);

    const file = path.join(folder, 'a.json');
    await writeFile(file, out);
    const compared = await run(`--compare ${file}`);
    expect(compared).toMatchObject({ code: 0, err: '' });
    expect(compared.out).toMatch(/^openai +1\/1 100 % +1\/1 100 % +1\/1 100 % +1\/1 100 % .*\$0\.0/m);
    expect(compared.out).toMatch(/^llama3:8b +0\/2 0 % .*\$0\.0000/m);
    expect(compared.out).toMatch(/^openai: the limit was reached; 1 not played: estio E13$/m);
  });

  it('plays on the other providers', async () => {
    providers.behave = (asked, response) =>
      asksToSearch(asked)
        ? answerWithCall(asked, response, 'search_properties', SEARCH)
        : answer(asked, response, 'Nothing below 100,000 euros.');
    const { code, out } = await run('--provider google,anthropic --scenario E4 --max-usd 5 --json');
    expect(JSON.parse(out)).toMatchObject({
      results: ['google', 'anthropic'].map((model) => ({ model, scenarios: [PLAYED] })),
    });
    expect(code).toBe(0);
  });

  it('plays nothing without a limit where no terminal can ask for one', async () => {
    expect(await run('--provider openai')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/costs about \$0\.\d\d.*--max-usd N/),
    });
    expect(await run('--compare nowhere.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('nowhere.json has no results'),
    });
  });
});

function onlySet(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
