import { FixedClock } from '#config';
import type {
  GenerateRequest,
  GenerateResult,
  LanguageModel,
  ModelToolCall,
  ProviderName,
} from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { ModelRouter } from '../model-router.ts';
import { knownModels } from '../known-models.ts';
import { ModelRegistry } from '../registry.ts';
import { countRequestTokens } from '../tokens.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ModelBreakers } from './model-breakers.ts';
import { ModelCalls } from './model-calls.ts';

const USAGE = { promptTokens: 1_000, cachedTokens: 400, completionTokens: 100 };

/** A provider that fails as configured, optionally after sending text. */
class ModelThatMayFail implements LanguageModel {
  fails: ModelErrorClass | Error | undefined;
  says = '';
  toolCalls: ModelToolCall[] = [];
  readonly requested: string[] = [];

  constructor(readonly provider: ProviderName) {}

  async generate({ model, onText }: GenerateRequest): Promise<GenerateResult> {
    this.requested.push(model);
    if (this.says) onText?.(this.says);
    if (this.fails instanceof Error) throw this.fails;
    if (this.fails) throw new ModelError(this.fails, `${this.provider} fails`);
    onText?.(model);
    return { text: model, toolCalls: this.toolCalls, usage: USAGE, finishReason: 'stop' };
  }
}

describe('calls of models', () => {
  const HALF_OPEN_AFTER_MS = 40;
  let openai: ModelThatMayFail;
  let google: ModelThatMayFail;
  let calls: ModelCalls;
  let router: ModelRouter;
  let events: string[];

  beforeEach(() => {
    openai = new ModelThatMayFail('openai');
    google = new ModelThatMayFail('google');
    events = [];
    const models = new LanguageModels(
      new Map<ProviderName, LanguageModel>([
        ['openai', openai],
        ['google', google],
      ]),
    );
    const breakers = new ModelBreakers(HALF_OPEN_AFTER_MS, 2);
    const registry = new ModelRegistry(
      knownModels.filter(({ id }) => id === 'gpt-5.4-mini' || id === 'gemini-3.8-flash'),
      undefined,
      // The first costs more than the second from that year on.
      new FixedClock(new Date('2027-01-01T00:00:00Z')),
    );
    calls = new ModelCalls(models, registry, breakers);
    router = new ModelRouter({
      registry,
      configured: models.configured,
      obstacleOf: (model) => models.obstacle(model) ?? breakers.obstacle(model),
    });
  });

  const ask = () =>
    calls.generate(
      router.route({ taskType: 'draft_reply', inputTokens: 100 }),
      modelRequest('hi', {
        onText: (text) => events.push(text),
        onReset: () => events.push('(reset)'),
      }),
      { onAttempt: ({ model }) => events.push(`(${model})`) },
    );

  it('removes repeated tool calls, and keeps different ones', async () => {
    const said = { id: 'c1', name: 'send_offer', arguments: { amount: '5', to: ['a'] } };
    const other = { ...said, arguments: { amount: '6', to: ['a'] } };
    openai.toolCalls = [
      said,
      { ...said, arguments: { amount: '5', to: ['a'] } },
      other,
      { ...said, id: '' },
      { ...said, id: '' },
    ];
    const { toolCalls } = await ask();
    expect(toolCalls).toEqual([said, other, { ...said, id: '' }, { ...said, id: '' }]);
  });

  it('are answered by the chosen model, at the price of the reported tokens', async () => {
    expect(await ask()).toMatchObject({
      model: 'gpt-5.4-mini',
      provider: 'openai',
      tier: 'standard',
      costUsd: (600 * 0.75 + 400 * 0.075 + 100 * 4.5) / 1e6,
      attempts: [{ outcome: 'ok' }],
    });
  });

  it.each([
    ['claude-haiku-5-5', 1.6],
    ['gpt-5.4-mini', 1.25],
  ])('reserve for %s its input margin over our tokens: %d times', async (id, margin) => {
    const known = knownModels.find((entry) => entry.id === id)!;
    const requested: number[] = [];
    const budgets = {
      reserve: async (_orgId: string, _asked: object, { promptTokens }: { promptTokens: number }) => {
        requested.push(promptTokens);
        throw new ModelError('BUDGET_EXCEEDED', 'enough was seen');
      },
      count: async () => undefined,
    };
    const request = modelRequest('How many tokens is this? '.repeat(50));
    for (const entry of [known, { ...known, inputMargin: 3 }]) {
      const priced = new ModelCalls(
        new LanguageModels(new Map()),
        new ModelRegistry([entry]),
        undefined,
        budgets,
      );
      const route = { ...router.route({ taskType: 'draft_reply' }), model: id, fallbacks: [] };
      await failureOf(priced.generate(route, request));
    }
    const counted = await countRequestTokens(request);
    expect(requested).toEqual([Math.ceil(counted * margin), counted * 3]);
  });

  it.each([
    'UNAVAILABLE',
    'TIMEOUT',
    'RATE_LIMITED',
    'BROKEN_STREAM',
    'KEY_REJECTED',
    'NOT_CONFIGURED',
  ] as const)('go to the next candidate after %s', async (failure) => {
    openai.fails = failure;
    const answered = await ask();
    expect(answered).toMatchObject({ model: 'gemini-3.8-flash', provider: 'google' });
    expect(answered.attempts.map(({ model, outcome }) => [model, outcome])).toEqual([
      ['gpt-5.4-mini', failure],
      ['gemini-3.8-flash', 'ok'],
    ]);
    expect(events).toEqual(['(gpt-5.4-mini)', '(gemini-3.8-flash)', 'gemini-3.8-flash']);
  });

  it('discard the text of a model that failed', async () => {
    openai.fails = 'BROKEN_STREAM';
    openai.says = 'Well, ';
    await ask();
    expect(events).toEqual(['(gpt-5.4-mini)', 'Well, ', '(reset)', '(gemini-3.8-flash)', 'gemini-3.8-flash']);
  });

  it.each([
    ['openai fails', 'BAD_REQUEST' as const],
    ['turn cancelled', new Error('turn cancelled')],
  ])('use no other model after %s', async (said, failure) => {
    openai.fails = failure;
    await expect(ask()).rejects.toThrow(said);
    expect(google.requested).toEqual([]);
  });

  it('fail with the retryable failure when all models have failed', async () => {
    openai.fails = 'RATE_LIMITED';
    google.fails = 'KEY_REJECTED';
    expect(await failureOf(ask())).toMatchObject({ errorClass: 'RATE_LIMITED', retry: 'retry' });
    expect([...openai.requested, ...google.requested]).toEqual(['gpt-5.4-mini', 'gemini-3.8-flash']);
  });

  it('skip a model after repeated failures, and retry it later', async () => {
    openai.fails = 'UNAVAILABLE';
    for (const _time of [1, 2]) await ask();
    expect(openai.requested).toEqual(['gpt-5.4-mini', 'gpt-5.4-mini']);
    expect(router.route({ taskType: 'draft_reply', inputTokens: 100 })).toMatchObject({
      model: 'gemini-3.8-flash',
      candidates: [
        {
          model: 'gpt-5.4-mini',
          reason: expect.stringMatching(/^it failed repeatedly; retry in \d+ s$/),
        },
        { model: 'gemini-3.8-flash', chosen: true },
      ],
    });
    await ask();
    expect(openai.requested).toHaveLength(2);
    openai.fails = undefined;
    await eventually(async () => expect((await ask()).provider).toBe('openai'));
  });
});
