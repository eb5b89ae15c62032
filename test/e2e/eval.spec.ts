// npm run eval against a real SDK: a scripted server answers as OpenAI does, one scenario plays, the report is read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ScenarioReport } from '../../scripts/eval/report.ts';
import { describeWith } from '../harness/services.ts';
import { needsOf } from './api.fixture.ts';
import { answer, answerWithCall, ScriptedProviders } from './providers.fixture.ts';

const ENTRY = path.resolve('dist/scripts/eval.js');
const TIMEOUT_MS = 240_000;

describeWith(needsOf.postgres, 'npm run eval with a provider', () => {
  let providers: ScriptedProviders;
  beforeAll(async () => {
    providers = await ScriptedProviders.start();
  });
  afterAll(() => providers?.stop());

  it(
    'reports the tools that were called, their arguments, tokens and cost, and what did not come as expected',
    async () => {
      const wish = { district: 'Paphos', propertyType: 'villa', dealType: 'sale', maxPrice: 100_000 };
      providers.behave = (asked, response) => {
        const { messages = [], tools = [] } = asked.body;
        const canSearch = tools.some(({ function: told }) => told?.name === 'search_properties');
        const hasSearched = messages.some(({ role }) => role === 'tool');
        if (canSearch && !hasSearched) answerWithCall(response, 'search_properties', wish);
        else answer(asked, response, 'Nothing below 100,000 euros.');
      };
      const { MODEL_PROVIDER: _, ...reached } = providers.env;
      const options = [
        '--provider',
        'openai',
        '--backend',
        'postgres',
        '--pack',
        'estio',
        '--scenario',
        'E4',
      ];
      const child = spawn(process.execPath, [ENTRY, ...options, '--json'], {
        env: { ...process.env, ...reached, ANTHROPIC_API_KEY: '' },
      });
      const exited = once(child, 'exit');
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
      await exited;
      expect(err).toMatch(/(ok {4}|FAILED) estio E4/);
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
    TIMEOUT_MS,
  );
});
