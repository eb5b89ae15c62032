import { wordList } from '#contracts';
import { knownModels } from '../known-models.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError } from '../model.errors.ts';
import { ModelRegistry } from '../registry.ts';
import { countRequestTokens } from '../tokens.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { FLASH, MINI, openTwoModels } from '../testing/two-models.fixture.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ModelBreakers } from './model-breakers.ts';
import { ModelCalls } from './model-calls.ts';

describe('calls of models', () => {
  const HALF_OPEN_AFTER_MS = 3_000;
  let models: ReturnType<typeof openTwoModels>;
  let events: string[];

  beforeEach(() => {
    events = [];
    models = openTwoModels({ breakers: new ModelBreakers(HALF_OPEN_AFTER_MS, 2) });
  });

  const route = () => models.router.route({ taskType: 'draft_reply', inputTokens: 100, orgId: 'org' });
  const ask = () =>
    models.calls.generate(route(), modelRequest('hi', { onText: (text) => events.push(text) }), {
      onAttempt: ({ model }) => events.push(`(${model})`),
    });

  it('removes repeated tool calls, and keeps different ones', async () => {
    const said = { id: 'c1', name: 'send_offer', arguments: { amount: '5', to: ['a'] } };
    const other = { ...said, arguments: { amount: '6', to: ['a'] } };
    const again = { ...said, arguments: { amount: '5', to: ['a'] } };
    const nameless = { ...said, id: '' };
    models.openai.play = () => ({ toolCalls: [said, again, other, nameless, nameless] });
    const { toolCalls } = await ask();
    expect(toolCalls).toEqual([said, other, nameless, nameless]);
  });

  it('are answered by the chosen model, at the price of the reported tokens', async () => {
    expect(await ask()).toMatchObject({
      model: MINI,
      provider: 'openai',
      tier: 'standard',
      costUsd: (600 * 0.75 + 400 * 0.075 + 100 * 4.5) / 1e6,
      attempts: [{ outcome: 'ok' }],
    });
  });

  it.each([
    ['claude-haiku-5-5', 1.6],
    [MINI, 1.25],
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
      await failureOf(priced.generate({ ...route(), model: id, fallbacks: [] }, request));
    }
    const counted = await countRequestTokens(request);
    expect(requested).toEqual([Math.ceil(counted * margin), counted * 3]);
  });

  it.each(
    wordList(
      'UNAVAILABLE TIMEOUT RATE_LIMITED BROKEN_STREAM KEY_REJECTED NOT_CONFIGURED UNREADABLE EXCESSIVE BAD_REQUEST',
    ),
  )('go to the next candidate after %s', async (failure) => {
    models.openai.fail(new ModelError(failure, 'It fails'));
    const answered = await ask();
    expect(answered).toMatchObject({ model: FLASH, provider: 'google' });
    expect(answered.attempts.map(({ model, outcome }) => [model, outcome])).toEqual([
      [MINI, failure],
      [FLASH, 'ok'],
    ]);
    expect(events).toEqual([`(${MINI})`, `(${FLASH})`, FLASH]);
  });

  it('report the next model between the text of a model that failed and its own', async () => {
    models.openai.play = ({ onText }) => {
      onText?.('Well, ');
      throw new ModelError('BROKEN_STREAM', 'It broke off');
    };
    await ask();
    expect(events).toEqual([`(${MINI})`, 'Well, ', `(${FLASH})`, FLASH]);
  });

  it('use no other model after the turn was cancelled', async () => {
    const failure = new Error('turn cancelled');
    models.openai.fail(failure);
    await expect(ask()).rejects.toBe(failure);
    expect(models.google.requested).toEqual([]);
  });

  it.each([
    ['error', 'form', { dialect: true, status: 400 }],
    ['warn', 'content', { dialect: false, status: 403 }],
  ] as const)(
    'log with level %s that a provider refuses the %s of a request',
    async (level, what, options) => {
      models.openai.fail(new ModelError('BAD_REQUEST', 'no', options));
      await ask();
      const context = {
        provider: 'openai',
        model: MINI,
        orgId: 'org',
        err: expect.objectContaining({ message: 'no' }),
      };
      expect(models.logged).toEqual([[level, context, `a provider refused the ${what} of a request`]]);
    },
  );

  it('wait for a circuit or a key that is usable again within seconds', async () => {
    const breakers = new ModelBreakers(50, 1);
    models = openTwoModels({ breakers });
    const { openai, google } = models;
    for (const model of [openai, google]) model.fail(new ModelError('UNAVAILABLE', 'It is down'));
    await failureOf(ask());
    for (const model of [openai, google]) model.play = () => ({});
    expect(await ask()).toMatchObject({ provider: 'openai' });
    const limits = [new ModelError('RATE_LIMITED', 'busy', { retryAfterMs: 30 })];
    openai.play = () => {
      const limit = limits.pop();
      if (limit) throw limit;
      return {};
    };
    google.fail(new ModelError('UNAVAILABLE', 'It is down'));
    expect((await ask()).attempts.map(({ outcome }) => outcome)).toEqual([
      'RATE_LIMITED',
      'UNAVAILABLE',
      'ok',
    ]);
  });

  it('do not wait for longer, nor after the turn was cancelled', async () => {
    const limit = (retryAfterMs: number) => new ModelError('RATE_LIMITED', 'busy', { retryAfterMs });
    models.openai.fail(limit(5_001));
    models.google.fail(limit(60_000));
    expect(await failureOf(ask())).toMatchObject({ errorClass: 'RATE_LIMITED' });
    models.google.fail(limit(5_000));
    const asked = models.calls.generate(route(), modelRequest('hi', { signal: AbortSignal.timeout(20) }));
    await expect(asked).rejects.toThrow('timeout');
  });

  it('fail with the retryable failure when all models have failed', async () => {
    models.openai.fail(new ModelError('RATE_LIMITED', 'busy'));
    models.google.fail(new ModelError('KEY_REJECTED', 'no'));
    expect(await failureOf(ask())).toMatchObject({ errorClass: 'RATE_LIMITED', retry: 'retry' });
    expect([...models.openai.requested, ...models.google.requested]).toEqual([MINI, FLASH]);
  });

  it('skip a model after repeated failures, and retry it later', async () => {
    const { openai } = models;
    openai.fail(new ModelError('UNAVAILABLE', 'It is down'));
    for (const _time of [1, 2]) await ask();
    expect(openai.requested).toEqual([MINI, MINI]);
    expect(route()).toMatchObject({
      model: FLASH,
      candidates: [
        { model: MINI, reason: expect.stringMatching(/^it failed repeatedly; retry in \d+ s$/) },
        { model: FLASH, chosen: true },
      ],
    });
    await ask();
    expect(openai.requested).toHaveLength(2);
    openai.play = () => ({});
    await eventually(async () => expect((await ask()).provider).toBe('openai'));
  });
});
