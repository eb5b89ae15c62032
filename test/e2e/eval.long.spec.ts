// Runs `npm run eval` with the real SDKs: a scripted server answers as each provider does, one scenario runs, and the
// test reads the report.
import type { ScenarioReport } from '../../scripts/eval/report.ts';
import { runProgram } from '../harness/run-program.ts';
import { describeWith } from '../harness/services.ts';
import { needsOf } from './api.fixture.ts';
import {
  answer,
  answerWithCall,
  hasToolResult,
  ScriptedProviders,
  toolsOffered,
} from './providers.fixture.ts';

describeWith(needsOf.postgres, 'npm run eval with a provider', () => {
  let providers: ScriptedProviders;
  beforeAll(async () => {
    providers = await ScriptedProviders.start();
  });
  afterAll(() => providers?.stop());

  it.each(['openai', 'anthropic', 'google'] as const)(
    '%s: reports the tools that were called, their arguments, tokens and cost, and what did not come as expected',
    async (provider) => {
      const wish = { district: 'Paphos', propertyType: 'villa', dealType: 'sale', maxPrice: 100_000 };
      providers.behave = (asked, response) => {
        const searches = toolsOffered(asked).includes('search_properties') && !hasToolResult(asked);
        if (searches) answerWithCall(asked, response, 'search_properties', wish);
        else answer(asked, response, 'Nothing below 100,000 euros.');
      };
      const options = [
        '--provider',
        provider,
        '--backend',
        'postgres',
        '--pack',
        'estio',
        '--scenario',
        'E4',
      ];
      const { out, err } = await runProgram('scripts/eval', [...options, '--json'], {
        env: { ...(process.env as Record<string, string>), ...providers.only(provider) },
      });
      expect(err).toMatch(/(ok {4}|FAILED) estio E4/);
      expect(new Set(providers.asked.splice(0).map((asked) => asked.provider))).toEqual(new Set([provider]));
      const { scenarios } = JSON.parse(out) as { scenarios: ScenarioReport[] };
      const [report] = scenarios;
      expect(report).toMatchObject({ pack: 'estio', id: 'E4' });
      const [step] = report!.steps;
      expect(step?.calls).toContainEqual({ tool: 'search_properties', arguments: wish, success: true });
      expect(step).toMatchObject({ reply: expect.stringContaining('100,000') as string });
      expect(step?.promptTokens).toBeGreaterThanOrEqual(2_000);
      expect(step?.completionTokens).toBeGreaterThanOrEqual(100);
      expect(step?.costUsd).toBeGreaterThan(0);
      expect(report?.passed).toBe(report?.steps.every(({ problems }) => problems.length === 0));
    },
  );
});
