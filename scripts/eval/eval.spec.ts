import { scenarioSuites } from '../../test/scenarios/suites.ts';
import { readCommandLine } from '../commands/command-line.ts';
import { evaluate } from '../commands/development-programs.ts';
import { limitOf } from './limit.ts';
import { readContestants } from './options.ts';
import { reportText, savingsOf, type EvalResult } from './report.ts';

const line = (args: string) => readCommandLine(evaluate, args.split(' ')).options;
const read = (args: string, environment: Record<string, string | undefined> = {}) =>
  readContestants(line(args), environment);
const URL_OF_SERVER = 'http://127.0.0.1:8000/v1';

it.each([
  ['--pack estio', /--provider A,B is missing/],
  ['--provider gemini', /expected google, openai, anthropic, offline or a URL, found "gemini"/],
  ['--provider google', /google needs a key: set GOOGLE_API_KEY/],
  ['--provider openai,anthropic', /set ANTHROPIC_API_KEY/],
  [`--provider ${URL_OF_SERVER}`, /--model NAME is missing/],
  [`--provider ${URL_OF_SERVER},http://localhost/v1 --model a`, /one URL at most/],
  ['--provider http:// --model a', /is not a URL/],
  ['--provider https://gpu.example/v1 --model a', /may charge for calls\. Give its prices with --prices-usd/],
  ['--provider openai,google --model gpt-6-luna', /--model belongs to/],
  ['--provider openai --model gpt-1', /openai has gpt-6-luna, .*found "gpt-1"/],
  ['--provider openai --prices-usd 1,1,1', /--prices-usd belongs to a URL/],
  ['--provider openai --max-usd 0', /--max-usd: expected a number of at least 0.01/],
  ['--compare a.json --provider openai', /plays nothing/],
])('refuses %j with a reason', (args, reason) =>
  expect(() => read(args, { OPENAI_API_KEY: 'k' })).toThrow(reason),
);

it('hands on what the provider is reached by, and nothing else', () => {
  const environment = {
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: 'http://x',
    GOOGLE_API_KEY: 'g',
    EVAL_API_KEY: 'e',
    SECRETS_KEY: 's',
    DATABASE_URL: 'd',
  };
  const [openai, offline] = read('--provider openai,offline', environment);
  expect(openai?.env).toEqual({ MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://x' });
  expect(offline?.env).toEqual({ MODEL_PROVIDER: 'offline' });
  const [served, another] = read(`--provider ${URL_OF_SERVER} --model a/b,c`, environment);
  expect(served).toMatchObject({ name: 'a/b', server: { baseUrl: URL_OF_SERVER, apiKey: 'e' } });
  expect(served?.env).toEqual({
    MODEL_PROVIDER: '',
    HTTP_ALLOW_HOSTS: expect.stringMatching(/,127\.0\.0\.1$/),
  });
  expect(another).toMatchObject({ name: 'c', provider: 'compatible' });
});

it('asks for the limit of a run that costs money, and needs it as an option without a terminal', async () => {
  const [geo] = [...(await scenarioSuites()).values()].filter(({ pack }) => pack === 'geo');
  const suites = [{ ...geo!, of: geo!.scenarios.length }];
  const limit = (args: string, ask?: (question: string) => Promise<string>) => {
    const contestants = read(args, { OPENAI_API_KEY: 'k' });
    return limitOf(line(args)['max-usd'], { contestants, suites }, ask);
  };
  const asked: string[] = [];
  const answering = (answer: string) => (question: string) => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  expect(await limit('--provider openai', answering(' 1.5'))).toBe(1.5);
  expect(asked.splice(0)).toEqual([expect.stringMatching(/costs about \$0\.\d\d,.*\n.*at most, in USD\? $/)]);
  expect(await limit('--provider openai --max-usd 2', answering('9'))).toBe(2);
  expect(await limit(`--provider offline,${URL_OF_SERVER} --model a`, answering('9'))).toBeUndefined();
  expect(asked).toEqual([]);
  await expect(limit('--provider openai', answering('much'))).rejects.toThrow(
    /expected a number of at least 0.01/,
  );
  await expect(limit('--provider openai')).rejects.toThrow(/with --max-usd N/);
  const priced = `--provider ${URL_OF_SERVER} --model a --prices-usd 1,1,1`;
  await expect(limit(priced)).rejects.toThrow(/costs about \$0\.4\d/);
});

it('tells calls, arguments, tokens and cost per scenario, and compares the models', () => {
  const step = {
    said: 'Hi',
    agent: 'a/b',
    reply: 'Ho',
    rewrittenFor: [],
    promptTokens: 10,
    completionTokens: 5,
    costUsd: 0.01,
  };
  const calls = [{ tool: 'search', arguments: { n: 1 }, success: false, errorClass: 'NOT_FOUND' }];
  const good = { ...step, calls: [], problems: [], right: { tools: true, claims: true } };
  const bad = { ...step, calls, problems: ['no'], rewrittenFor: ['links'] };
  const google: EvalResult = {
    model: 'google',
    scenarios: [
      { pack: 'a', id: 'E1', title: 'works', passed: true, steps: [good] },
      {
        pack: 'a',
        id: 'E2',
        title: 'fails',
        passed: false,
        steps: [{ ...bad, right: { tools: true, arguments: false, claims: false } }],
      },
    ],
    notPlayed: ['a E3'],
    promptTokens: 2_000,
    completionTokens: 200,
    costUsd: 0.02,
    seconds: 3,
    savings: savingsOf([used('flash'), used('premium')]),
  };
  const { savings: _, ...llama } = { ...google, model: 'llama', scenarios: [], notPlayed: [] };
  const text = reportText([google, llama]);
  expect(text).toContain('ok     a E1: works (10 + 5 tokens, $0.0100)');
  expect(text).toContain(
    '    search {"n":1} → NOT_FOUND\n    ~ the reply was written again: links\n    ! no',
  );
  expect(text).toContain('flash 2 calls, 1100 tokens (50.0 %); standard 0 calls');
  expect(text).toMatch(
    /at the prices of openai: .*saved -?\d+\.\d % of at most \d+\.\d %; all premium .*saved \d+\.\d % of at most 95\.0 %/,
  );
  expect(text.split('\n').slice(-4)).toEqual([
    'model   passed    tools      arguments  claims    tokens in  tokens out  cost     time',
    'google  1/2 50 %  2/2 100 %  0/1 0 %    1/2 50 %  2000       200         $0.0200  3 s',
    'llama   –         –          –          –         2000       200         $0.0200  3 s',
    'google: the limit was reached; 1 not played: a E3',
  ]);
});

const used = (tier: string) => ({
  provider: 'offline',
  tier,
  calls: 2,
  promptTokens: 1_000,
  cachedTokens: 0,
  completionTokens: 100,
  costUsd: 0,
});
