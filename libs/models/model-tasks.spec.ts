import { LLMock } from '@copilotkit/aimock';
import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { ModelCalls } from './calls/model-calls.ts';
import { LanguageModels } from './language-models.ts';
import { ModelRouter } from './model-router.ts';
import type { ModelError } from './model.errors.ts';
import { ModelTasks, toolErrorOf, type TaskCall } from './model-tasks.ts';
import { OpenAiModel } from './providers/openai.provider.ts';
import { ModelRegistry } from './registry.ts';
import { facts } from './testing/model-request.fixture.ts';

const score = defineTask({
  key: 'demo.score',
  taskType: 'lead_scoring',
  instructions: 'Score the lead.',
  input: z.object({ name: z.string() }),
  output: z.object({ score: z.number().int().min(0).max(100) }),
  rules: ({ name }) => ({ score: name.length }),
});
const look = defineTask({ ...score, key: 'demo.look', rules: undefined });

type Parts = ConstructorParameters<typeof ModelTasks>;

const context = () => ({ facts, signal: new AbortController().signal });

describe('ModelTasks offline', () => {
  const tasks = new ModelTasks(
    new ModelRouter({ configured: ['offline'] }),
    new ModelCalls(new LanguageModels(new Map()), new ModelRegistry()),
  );

  it('runs the rules', async () => {
    await expect(tasks.run(score, { name: 'Elena' }, context())).resolves.toEqual({
      output: { score: 5 },
      generatedBy: 'rules',
    });
  });

  it('cuts what the rules quote to the limits of the output, and refuses other invalid outputs', async () => {
    const output = z.object({
      title: z.string().max(8),
      parts: z.array(z.object({ text: z.string().max(5) })).max(2),
    });
    const quote = defineTask({
      ...score,
      input: z.object({ name: z.string() }),
      output,
      rules: ({ name }) => ({ title: name, parts: Array(3).fill({ text: name }) as { text: string }[] }),
    });
    const parts = [{ text: 'Elen…' }, { text: 'Elen…' }];
    await expect(tasks.run(quote, { name: 'Elena Markou' }, context())).resolves.toMatchObject({
      output: { title: 'Elena M…', parts },
    });
    await expect(tasks.run(score, { name: 'x'.repeat(101) }, context())).rejects.toThrow(z.ZodError);
  });

  it('refuses an invalid input, and a task without rules with the missing settings', async () => {
    await expect(tasks.run(score, {}, context())).rejects.toMatchObject({ errorClass: 'VALIDATION_FAILED' });
    await expect(tasks.run(look, { name: 'x' }, context())).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      message: expect.stringContaining('OPENAI_API_KEY'),
    });
  });
});

describe('ModelTasks with a model', () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  let tasks: ModelTasks;
  /** Tasks whose model calls go to the mock. */
  const open = (budgets?: Parts[2], flags?: Parts[3]) => {
    const model = new OpenAiModel({ apiKeys: ['k'], baseUrl: `${mock.url}/v1` });
    const calls = new ModelCalls(new LanguageModels(new Map([['openai', model]])), new ModelRegistry());
    return new ModelTasks(new ModelRouter({ configured: ['openai'] }), calls, budgets, flags);
  };

  beforeAll(async () => {
    await mock.start();
    tasks = open();
  });
  afterEach(() => mock.reset());
  afterAll(() => mock.stop());

  it('requests JSON, reports the usage, and requests an invalid answer once more', async () => {
    mock.onMessage(/does not fit/, { content: '```json\n{"score": 70}\n```' });
    mock.onMessage('Elena', { content: '{"score": 700}' });
    const calls: TaskCall[] = [];
    const result = await tasks.run(
      score,
      { name: 'Elena' },
      { ...context(), onCall: (call) => calls.push(call) },
    );
    expect(result).toEqual({ output: { score: 70 }, generatedBy: 'gpt-6-luna' });
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({ task: 'demo.score', route: { tier: 'flash' } });
    expect(calls[0]!.costUsd).toBeGreaterThan(0);
    expect(mock.getRequests()[0]?.body).toMatchObject({ response_format: { type: 'json_schema' } });
  });

  it('fails after the second invalid answer', async () => {
    mock.onMessage(/.*/, { content: 'seventy' });
    await expect(tasks.run(score, { name: 'Elena' }, context())).rejects.toMatchObject({
      errorClass: 'UPSTREAM_ERROR',
    });
    expect(mock.getRequests()).toHaveLength(2);
  });

  it('fails quickly on malformed JSON with much white space', async () => {
    mock.onMessage(/.*/, { content: `{${' '.repeat(300_000)}x` });
    await expect(tasks.run(score, { name: 'Elena' }, context())).rejects.toMatchObject({
      errorClass: 'UPSTREAM_ERROR',
    });
  });

  it('converts the failure of a provider for tools', async () => {
    mock.onMessage(/.*/, { error: { message: 'busy' }, status: 503 });
    const failure = await tasks.run(score, { name: 'Elena' }, context()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errorClass: 'UNAVAILABLE' });
    expect(toolErrorOf(failure as ModelError)).toMatchObject({ errorClass: 'UPSTREAM_UNAVAILABLE' });
  });

  it('is routed to a cheaper tier when a soft budget of the org is used up', async () => {
    mock.onMessage(/.*/, { content: '{"score": 70}' });
    const standard = { ...score, taskType: 'qualification' };
    const thriftyOrgs: string[] = [];
    const thrifty = open({
      isThrifty: async (orgId) => {
        thriftyOrgs.push(orgId);
        return true;
      },
    });
    const ask = async (known?: boolean) =>
      (await thrifty.run(standard, { name: 'Elena' }, { ...context(), thrifty: known })).generatedBy;
    expect(await ask()).toBe('gpt-6-luna');
    expect(thriftyOrgs).toEqual(['org']);
    // A given value is not queried again.
    expect(await ask(false)).toBe('gpt-5.4-mini');
    expect(thriftyOrgs).toEqual(['org']);
  });
  it('uses the standard tier for every task if the flag model_router is off', async () => {
    mock.onMessage(/.*/, { content: '{"score": 70}' });
    const asked: unknown[] = [];
    const switched = open(undefined, {
      isOn: async (key, context) => {
        asked.push([key, context]);
        return context.conversationId !== 'c';
      },
    });
    const tiers: string[] = [];
    const ask = (conversationId: string | null, byTask?: boolean) =>
      switched.run(
        score,
        { name: 'Elena' },
        {
          ...context(),
          facts: { ...facts, conversationId },
          byTask,
          onRoute: ({ tier }) => tiers.push(tier),
        },
      );
    await ask(null);
    await ask('c');
    expect(asked).toEqual([
      ['model_router', { orgId: 'org' }],
      ['model_router', { orgId: 'org', conversationId: 'c' }],
    ]);
    // The turn has already read the flag.
    await ask('c', true);
    expect([tiers, asked.length]).toEqual([['flash', 'standard', 'flash'], 2]);
  });
});
