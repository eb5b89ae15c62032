import type { GenerateRequest, GenerateResult, LanguageModel, ProviderName } from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { knownModels } from '../known-models.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { ModelError } from '../model.errors.ts';
import { ModelRouter, type Route } from '../model-router.ts';
import { ModelRegistry } from '../registry.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { ModelBreakers } from './model-breakers.ts';
import { ModelCalls } from './model-calls.ts';

const FAILURES_TO_OPEN = 2;

/** A provider whose answers the test completes. */
class ModelInHand implements LanguageModel {
  /** Controls of each call, in order. */
  readonly calls: PromiseWithResolvers<void>[] = [];

  constructor(
    readonly provider: ProviderName,
    /** Answers immediately. */
    private readonly prompt: boolean,
  ) {}

  async generate({ model }: GenerateRequest): Promise<GenerateResult> {
    const call = Promise.withResolvers<void>();
    this.calls.push(call);
    if (!this.prompt) await call.promise;
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 };
    return { text: model, toolCalls: [], usage, finishReason: 'stop' };
  }
}

describe('while a trial call is running', () => {
  let openai: ModelInHand;
  let router: ModelRouter;
  let calls: ModelCalls;
  let breakers: ModelBreakers;

  beforeEach(() => {
    openai = new ModelInHand('openai', false);
    const models = new LanguageModels(
      new Map<ProviderName, LanguageModel>([
        ['openai', openai],
        ['google', new ModelInHand('google', true)],
      ]),
    );
    const registry = new ModelRegistry(
      knownModels.filter(({ id }) => id === 'gpt-5.4-mini' || id === 'gemini-3.8-flash'),
    );
    // The trial call is allowed immediately.
    breakers = new ModelBreakers(0, FAILURES_TO_OPEN);
    calls = new ModelCalls(models, registry, breakers);
    router = new ModelRouter({
      registry,
      configured: models.configured,
      obstacleOf: (model) => breakers.obstacle(model),
    });
  });

  const OPENAI = { model: 'gpt-5.4-mini', provider: 'openai', tier: 'standard' } as const;
  const GOOGLE = { model: 'gemini-3.8-flash', provider: 'google', tier: 'standard' } as const;
  const routeOf = (...fallbacks: Route['fallbacks'] & object): Route => ({
    ...OPENAI,
    taskType: 'draft_reply',
    estimatedCostUsd: 0,
    candidates: [],
    fallbacks,
  });
  const ask = (route: Route, signal = new AbortController().signal) =>
    calls.generate(route, modelRequest('hi', { signal }));

  /** @returns the trial call. */
  async function tried(): Promise<{ answer: ReturnType<typeof ask> }> {
    const fail = () => Promise.reject(new ModelError('UNAVAILABLE', 'it is down'));
    for (let call = 0; call < FAILURES_TO_OPEN; call += 1) await failureOf(breakers.run(OPENAI, fail));
    const answer = ask(routeOf());
    await eventually(async () => expect(openai.calls).toHaveLength(1));
    expect(breakers.seen()).toMatchObject([{ state: 'half_open' }]);
    return { answer };
  }

  it('another model answers the other calls', async () => {
    const { answer } = await tried();
    expect(await ask(routeOf(GOOGLE))).toMatchObject({
      provider: 'google',
      attempts: [
        { provider: 'openai', outcome: 'COOLDOWN', message: expect.stringContaining('failed repeatedly') },
        { outcome: 'ok' },
      ],
    });
    expect(router.route({ taskType: 'draft_reply' })).toMatchObject({ ...GOOGLE, fallbacks: [] });
    openai.calls.at(-1)?.resolve();
    expect(await answer).toMatchObject(OPENAI);
    expect(router.route({ taskType: 'draft_reply' }).fallbacks).toContainEqual(OPENAI);
  });

  it('the other calls wait for its end if no other model can answer', async () => {
    const { answer } = await tried();
    const waiting = ask(routeOf());
    openai.calls[0]?.resolve();
    await answer;
    await eventually(async () => expect(openai.calls).toHaveLength(2));
    openai.calls[1]?.resolve();
    expect(await waiting).toMatchObject(OPENAI);
  });

  it('an aborted call stops waiting', async () => {
    const { answer } = await tried();
    const given = new AbortController();
    const waiting = ask(routeOf(), given.signal);
    given.abort(new Error('turn cancelled'));
    await expect(waiting).rejects.toThrow('turn cancelled');
    openai.calls[0]?.resolve();
    await answer;
    expect(openai.calls).toHaveLength(1);
  });
});
