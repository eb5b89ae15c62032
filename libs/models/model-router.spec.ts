import { ModelRouter } from './model-router.ts';
import { knownModels } from './known-models.ts';
import type { ProviderName } from './language-model.ts';
import type { ModelEntry } from './model-entry.ts';
import { ModelRegistry } from './registry.ts';

describe('ModelRouter', () => {
  it.each([
    ['intent_classification', 'flash'],
    ['summarization', 'flash'],
    ['insight_extraction', 'flash'],
    ['draft_reply', 'standard'],
    ['qualification', 'standard'],
    ['anything_else', 'standard'],
    ['negotiation', 'premium'],
  ] as const)('%s is of tier %s', (taskType, tier) => {
    const router = new ModelRouter({ configured: ['offline'] });
    expect(router.tierOf(taskType)).toBe(tier);
    expect(router.route({ taskType })).toMatchObject({
      model: `offline-${tier}`,
      provider: 'offline',
      tier,
      estimatedCostUsd: 0,
    });
  });

  it('chooses the cheapest model of a provider with a key, with a reason for each other model', () => {
    const route = new ModelRouter({ configured: ['openai', 'offline'] }).route({
      taskType: 'qualification',
      inputTokens: 2_000,
    });
    expect(route).toMatchObject({ model: 'gpt-5.4-mini', provider: 'openai', tier: 'standard' });
    expect(route.estimatedCostUsd).toBeCloseTo((2_000 * 0.75 + 500 * 4.5) / 1e6, 10);
    expect(
      route.candidates.filter((candidate) => candidate.chosen).map((candidate) => candidate.model),
    ).toEqual(['gpt-5.4-mini']);
    const reason = (id: string) => route.candidates.find(({ model }) => model === id)?.reason;
    expect(reason('gpt-6.1-terra')).toBe('gpt-5.4-mini was chosen before it');
    expect(reason('gemini-3.8-flash')).toBe('GOOGLE_API_KEY is not set');
    expect(route.fallbacks?.map(({ model }) => model)).toEqual([
      'gpt-6.1-terra',
      'gpt-6.1-sol',
      'gpt-6-astra',
    ]);
    expect(
      route.candidates.find((candidate) => candidate.model === 'offline-standard')?.reason,
    ).toBeDefined();
  });

  it('names the missing key or context window of cheaper models', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    const { model, candidates } = router.route({ taskType: 'qualification', inputTokens: 500_000 });
    const reason = (id: string) => candidates.find((candidate) => candidate.model === id)?.reason;
    expect(model).toBe('gpt-6.1-terra');
    expect(reason('gpt-5.4-mini')).toBe('needs 504096 tokens of context, has 400000');
    expect(reason('gemini-3.8-flash')).toBe('GOOGLE_API_KEY is not set');
    expect(candidates.every((candidate) => candidate.chosen || candidate.reason)).toBe(true);
    expect(() => router.route({ taskType: 'negotiation', inputTokens: 1.1e6 })).toThrow(
      expect.objectContaining({ errorClass: 'BAD_REQUEST' }),
    );
  });

  it('estimates the cost of a call from its input and the learned output of the task in the org', () => {
    const router = new ModelRouter({
      configured: ['openai'],
      expectedOutputTokens: (orgId, taskType) =>
        orgId === 'a' && taskType === 'lead_scoring' ? 40 : undefined,
    });
    const estimate = (taskType: string, orgId?: string) =>
      router.route({ taskType, inputTokens: 1_000, orgId }).estimatedCostUsd;
    expect(estimate('draft_reply')).toBeCloseTo((1_000 * 0.75 + 500 * 4.5) / 1e6, 10);
    expect(estimate('lead_scoring')).toBeCloseTo((1_000 * 0.1 + 500 * 0.5) / 1e6, 10);
    expect(estimate('lead_scoring', 'a')).toBeCloseTo((1_000 * 0.1 + 40 * 0.5) / 1e6, 10);
  });

  it('estimates the cost of tokens on a model, and on the model of a task', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    const mini = knownModels.find(({ id }) => id === 'gpt-5.4-mini')!;
    const ofMini = (1_000 * 0.75 + 70 * 4.5) / 1e6;
    expect(router.estimateCost(mini, 1_000, 70)).toBeCloseTo(ofMini, 10);
    expect(router.estimateCost({ taskType: 'draft_reply' }, 1_000, 70)).toBeCloseTo(ofMini, 10);
    expect(router.estimateCost({ taskType: 'lead_scoring' }, 1_000, 70)).toBeCloseTo(
      (1_000 * 0.1 + 70 * 0.5) / 1e6,
      10,
    );
  });

  it('goes up a tier, never down', () => {
    const registry = new ModelRegistry(
      knownModels.filter(({ provider, tier }) => provider !== 'openai' || tier !== 'standard'),
    );
    const router = new ModelRouter({ registry, configured: ['openai'] });
    expect(router.route({ taskType: 'qualification' })).toMatchObject({
      model: 'gpt-6.1-sol',
      tier: 'premium',
    });
  });

  it('uses the standard tier for every task when it is switched off', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    for (const taskType of ['intent_classification', 'negotiation'])
      expect(router.route({ taskType, byTask: false }).tier).toBe('standard');
  });

  it('starts at the highest allowed tier, and goes up if no model of it can serve the request', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    const held = router.route({ taskType: 'negotiation', highestTier: 'standard' });
    expect(held).toMatchObject({ tier: 'standard', heldTo: 'standard' });
    expect(held.fallbacks?.map(({ tier }) => tier)).toContain('premium');
    for (const given of [
      { taskType: 'lead_scoring', highestTier: 'standard' },
      { taskType: 'negotiation', highestTier: 'premium' },
      { taskType: 'negotiation', highestTier: 'flash', byTask: false },
      { taskType: 'negotiation', highestTier: 'flash', asked: { tier: 'premium' } },
    ] as const)
      expect(router.route(given)).not.toHaveProperty('heldTo');
    expect(router.route({ taskType: 'negotiation', highestTier: 'flash', byTask: false }).tier).toBe(
      'standard',
    );
    const asked = { tier: 'premium' } as const;
    expect(router.route({ taskType: 'negotiation', highestTier: 'flash', asked }).tier).toBe('premium');
    const thrifty = { taskType: 'negotiation', highestTier: 'standard', thrifty: true } as const;
    expect(router.route(thrifty).tier).toBe('flash');
  });

  it('skips models with an obstacle, and reports whether it is temporary if all have one', () => {
    let passes = true;
    const down = new Set(['gpt-5.4-mini']);
    const router = new ModelRouter({
      configured: ['openai'],
      obstacleOf: ({ model }) => (down.has(model) ? { reason: 'it is in cooldown', passes } : undefined),
    });
    const route = router.route({ taskType: 'qualification' });
    expect(route.model).toBe('gpt-6.1-terra');
    expect(route.candidates.find(({ model }) => model === 'gpt-5.4-mini')).toMatchObject({
      chosen: false,
      reason: 'it is in cooldown',
    });
    for (const model of ['gpt-6.1-terra', 'gpt-6.1-sol', 'gpt-6-astra']) down.add(model);
    const failed = () => router.route({ taskType: 'qualification' });
    expect(failed).toThrow(expect.objectContaining({ errorClass: 'UNAVAILABLE', retry: 'retry' }));
    passes = false;
    expect(failed).toThrow(expect.objectContaining({ errorClass: 'KEY_REJECTED', retry: 'fail' }));
  });

  it('reports whether a model chosen earlier can still be called', () => {
    const states = new Map([
      ['gpt-6.1-terra', { reason: 'it is in cooldown', passes: true }],
      ['gpt-6.1-sol', { reason: 'its keys are refused', passes: false }],
    ]);
    const router = new ModelRouter({ configured: ['openai'], obstacleOf: ({ model }) => states.get(model) });
    const isThere = (model: string, provider: ProviderName = 'openai') =>
      router.isThere({ model, provider, tier: 'standard' }, 'org', 'new');
    expect(isThere('gpt-5.4-mini')).toBe(true);
    expect(isThere('gpt-6.1-terra')).toBe(true);
    expect(isThere('gpt-6.1-sol')).toBe(false);
    expect(isThere('gpt-gone')).toBe(false);
    expect(isThere('gpt-5.4-mini', 'compatible')).toBe(false);
    expect(isThere('claude-haiku-5-5', 'anthropic')).toBe(false);
    expect(isThere('offline-standard', 'offline')).toBe(false);
  });

  it('lets only a replay continue with a model that the org has switched off', () => {
    const own = {
      models: [],
      providers: new Set<ProviderName>(),
      modelTiers: new Map([['gpt-5.4-mini', 'off' as const]]),
      taskTiers: new Map(),
    };
    const orgs = { of: (orgId?: string) => (orgId === 'org' ? own : undefined) };
    const registry = new ModelRegistry(undefined, orgs);
    const router = new ModelRouter({ registry, orgs, configured: ['openai'] });
    const mini = { model: 'gpt-5.4-mini', provider: 'openai', tier: 'standard' } as const;
    expect(router.isThere(mini, 'org', 'replay')).toBe(true);
    expect(router.isThere(mini, 'org', 'new')).toBe(false);
    expect(router.isThere(mini, 'another', 'new')).toBe(true);
  });

  it('stays offline if configured, even with a key', () => {
    const route = new ModelRouter({ configured: ['openai', 'offline'], only: 'offline' }).route({
      taskType: 'qualification',
    });
    expect(route.model).toBe('offline-standard');
    expect(route.candidates[0]?.reason).toBe('MODEL_PROVIDER is offline');
  });

  it('names the setting when MODEL_PROVIDER has no key', () => {
    const route = () =>
      new ModelRouter({ configured: ['offline'], only: 'openai' }).route({ taskType: 'qualification' });
    expect(route).toThrow(
      expect.objectContaining({
        errorClass: 'NOT_CONFIGURED',
        message: expect.stringContaining('OPENAI_API_KEY'),
      }),
    );
  });

  it('uses only the model requested by a turn, from any tier, and gives this reason for the others', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    const route = router.route({
      taskType: 'negotiation',
      thrifty: true,
      byTask: false,
      asked: { model: 'gpt-5.4-mini' },
    });
    expect(route).toMatchObject({
      model: 'gpt-5.4-mini',
      tier: 'standard',
      asked: 'the model gpt-5.4-mini',
      fallbacks: [],
    });
    const others = route.candidates.filter(({ chosen }) => !chosen);
    expect(others.length).toBeGreaterThan(3);
    expect(new Set(others.map(({ reason }) => reason))).toEqual(new Set(['the turn asks for gpt-5.4-mini']));
  });

  it('fails with the reason of only the requested model', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    const asked = (model: string) => () => router.route({ taskType: 'qualification', asked: { model } });
    expect(asked('gemini-3.8-flash')).toThrow(
      expect.objectContaining({
        errorClass: 'NOT_CONFIGURED',
        message: 'No model can do qualification. gemini-3.8-flash: GOOGLE_API_KEY is not set',
      }),
    );
    expect(asked('no-such-model')).toThrow(
      expect.objectContaining({
        errorClass: 'BAD_REQUEST',
        message: 'The turn asks for no-such-model, which the org does not have.',
      }),
    );
  });

  it('reports once why no model of a provider with a key can be called, and the next retry', () => {
    const retryInMs: Record<string, number> = { 'gpt-5.4-mini': 290_001, 'gpt-6.1-terra': 11_028 };
    const router = new ModelRouter({
      configured: ['openai'],
      obstacleOf: ({ model }) => ({
        reason: 'it failed repeatedly.',
        retryInMs: retryInMs[model] ?? 60_000,
        passes: true,
      }),
    });
    const failure = () => router.route({ taskType: 'qualification' });
    expect(failure).toThrow(expect.objectContaining({ errorClass: 'UNAVAILABLE' }));
    expect(failure).toThrow(
      /^No model can do qualification\. .*gpt-5\.4-mini, .*gpt-6\.1-terra.*: it failed repeatedly; first retry in 12 s$/,
    );
    expect(failure).not.toThrow(/failed repeatedly.*failed repeatedly| ms|API_KEY|offline/);
  });

  it('starts at the tier requested by a turn, over task, flag and soft budget', () => {
    const router = new ModelRouter({ configured: ['openai'] });
    const route = router.route({
      taskType: 'intent_classification',
      thrifty: true,
      byTask: false,
      asked: { tier: 'premium' },
    });
    expect(route).toMatchObject({ tier: 'premium', asked: 'the tier premium' });
    expect(router.route({ taskType: 'qualification' })).not.toHaveProperty('asked');
  });

  it('prefers a model with vision for pictures, and does without if there is none', () => {
    const blind = { tools: true, vision: false, jsonSchema: true, streaming: true };
    const [known] = new ModelRegistry().ofTier('standard').filter(({ provider }) => provider === 'openai');
    if (!known) throw new Error('There is no model of openai');
    const free = { ...known.prices, input: 0, cachedInput: 0, output: 0 };
    const cheap = { ...known, id: 'blind', prices: free, capabilities: blind };
    const routed = (entries: ModelEntry[]) =>
      new ModelRouter({ registry: new ModelRegistry(entries), configured: ['openai'] }).route({
        taskType: 'draft_reply',
        needsVision: true,
      }).model;
    expect(routed([cheap, known])).toBe(known.id);
    expect(routed([cheap])).toBe('blind');
  });
});
