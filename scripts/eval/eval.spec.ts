import { readCommandLine } from '../commands/command-line.ts';
import { evaluate } from '../commands/development-programs.ts';
import { readEvalOptions } from './options.ts';
import { reportText, savingsOf } from './report.ts';

const read = (args: string, environment: Record<string, string>) =>
  readEvalOptions(readCommandLine(evaluate, args.split(' ')).options, environment);

it.each([
  ['--provider google', /google needs a key: set GOOGLE_API_KEY/],
  ['--provider anthropic', /set ANTHROPIC_API_KEY/],
])('refuses %j with a reason', (args, reason) =>
  expect(() => read(args, { OPENAI_API_KEY: 'k' })).toThrow(reason),
);

it('hands on what the provider is reached by, and nothing else', () => {
  const environment = {
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: 'http://x',
    SECRETS_KEY: 's',
    DATABASE_URL: 'd',
  };
  expect(read('--provider openai', environment).env).toEqual({
    MODEL_PROVIDER: 'openai',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: 'http://x',
  });
  expect(read('--provider offline', environment).env).toEqual({ MODEL_PROVIDER: 'offline' });
});

it('tells calls, arguments, tokens and cost per scenario', () => {
  const step = {
    said: 'Hi',
    agent: 'a/b',
    reply: 'Ho',
    promptTokens: 10,
    completionTokens: 5,
    costUsd: 0.01,
  };
  const calls = [{ tool: 'search', arguments: { n: 1 }, success: false, errorClass: 'NOT_FOUND' }];
  const text = reportText(
    [
      { pack: 'a', id: 'E1', title: 'works', passed: true, steps: [{ ...step, calls: [], problems: [] }] },
      { pack: 'a', id: 'E2', title: 'fails', passed: false, steps: [{ ...step, calls, problems: ['no'] }] },
    ],
    'google',
    savingsOf([used('flash'), used('premium')]),
  );
  expect(text).toContain('ok     a E1: works (10 + 5 tokens, $0.0100)');
  expect(text).toContain('    search {"n":1} → NOT_FOUND\n    ! no');
  expect(text).toContain('google: 1 of 2 scenarios passed; 20 + 10 tokens, $0.0200');
  expect(text).toContain('flash 2 calls, 1100 tokens (50.0 %); standard 0 calls');
  expect(text).toMatch(
    /at the prices of openai: .*saved -?\d+\.\d % of at most \d+\.\d %; all premium .*saved \d+\.\d % of at most 95\.0 %/,
  );
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
