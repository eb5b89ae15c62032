import { randomUUID } from 'node:crypto';
import type { GenerateRequest, GenerateResult, LanguageModel, ProviderName } from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError } from '../model.errors.ts';
import { ModelRouter } from '../model-router.ts';
import { knownModels } from '../known-models.ts';
import { ModelRegistry } from '../registry.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { ModelBreakers } from './model-breakers.ts';
import { ModelCalls } from './model-calls.ts';
import { LocalModelCooldowns } from './model-cooldowns.ts';

const [MINI, FLASH] = ['gpt-5.4-mini', 'gemini-3.8-flash'];
const MINUTE_MS = 60_000;

/** A provider that knows only some of its models. */
class ModelThatMayBeRetired implements LanguageModel {
  retired = true;
  isAway = false;
  whileAsked: () => void = () => undefined;
  readonly requested: string[] = [];

  constructor(readonly provider: ProviderName) {}

  async generate({ model }: GenerateRequest): Promise<GenerateResult> {
    this.requested.push(model);
    this.whileAsked();
    if (this.isAway) throw new ModelError('UNAVAILABLE', 'It is away');
    if (this.retired) throw new ModelError('NOT_CONFIGURED', `It does not know ${model}`, { status: 404 });
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 };
    return { text: model, toolCalls: [], usage, finishReason: 'stop' };
  }
}

describe('a model that its provider does not know', () => {
  const ownKeys = randomUUID();
  let keysAreThere: boolean;
  let nowMs: number;
  let openai: ModelThatMayBeRetired;
  let google: ModelThatMayBeRetired;
  let calls: ModelCalls;
  let router: ModelRouter;

  beforeEach(() => {
    nowMs = 1_000;
    keysAreThere = true;
    openai = new ModelThatMayBeRetired('openai');
    google = new ModelThatMayBeRetired('google');
    google.retired = false;
    const models = new LanguageModels(
      new Map<ProviderName, LanguageModel>([
        ['openai', openai],
        ['google', google],
      ]),
    );
    // Two models of the standard tier, with OpenAI's first.
    const registry = new ModelRegistry(
      knownModels
        .filter(({ id }) => id === MINI || id === FLASH)
        .map((entry) => ({ ...entry, prices: { ...entry.prices, input: entry.id === MINI ? 0.1 : 1 } })),
    );
    const cooldowns = new LocalModelCooldowns(
      (orgId) => keysAreThere && orgId === ownKeys,
      () => nowMs,
    );
    const breakers = new ModelBreakers(MINUTE_MS, 1);
    calls = new ModelCalls(models, registry, breakers, undefined, undefined, cooldowns);
    router = new ModelRouter({
      registry,
      configured: models.configured,
      obstacleOf: (model, orgId) => cooldowns.obstacle(model, orgId),
    });
  });

  const route = (orgId?: string) => router.route({ taskType: 'draft_reply', inputTokens: 100_000, orgId });
  const ask = (chosen = route(), orgId = 'org') => {
    const request = modelRequest('hi');
    return calls.generate(chosen, { ...request, facts: { ...request.facts, orgId } });
  };

  it('is skipped with a reason until its cooldown ends, and then tried again', async () => {
    expect((await ask()).model).toBe(FLASH);
    expect(route()).toMatchObject({
      model: FLASH,
      candidates: [
        { model: MINI, reason: 'its provider does not know it (404); retry in 5 min' },
        { model: FLASH, chosen: true },
      ],
      fallbacks: [],
    });
    nowMs += 5 * MINUTE_MS - 1;
    expect((await ask()).attempts).toMatchObject([{ model: FLASH, outcome: 'ok' }]);
    expect(openai.requested).toHaveLength(1);
    nowMs += 1;
    openai.retired = false;
    expect((await ask()).model).toBe(MINI);
    expect(route().candidates[0]).toMatchObject({ model: MINI, chosen: true });
  });

  it('is skipped by later calls of a turn that was already routed to it', async () => {
    const before = route();
    expect(before.model).toBe(MINI);
    await ask(before);
    const later = await ask(before);
    expect(later.attempts).toMatchObject([
      { model: MINI, outcome: 'COOLDOWN', message: expect.stringContaining('404') },
      { model: FLASH, outcome: 'ok' },
    ]);
    expect(openai.requested).toHaveLength(1);
  });

  it('gets longer cooldowns up to an hour, and a short one after an answer', async () => {
    const cooldownMinutes = async () => {
      await ask();
      const from = nowMs;
      while (route().model !== MINI) nowMs += MINUTE_MS;
      return (nowMs - from) / MINUTE_MS;
    };
    const cooldowns: number[] = [];
    for (let time = 0; time < 6; time += 1) cooldowns.push(await cooldownMinutes());
    expect(cooldowns).toEqual([5, 10, 20, 40, 60, 60]);
    openai.retired = false;
    await ask();
    openai.retired = true;
    expect(await cooldownMinutes()).toBe(5);
  });

  it('counts simultaneous failures once', async () => {
    const before = route();
    await Promise.all([ask(before), ask(before), ask(before)]);
    nowMs += 5 * MINUTE_MS;
    expect(route().model).toBe(MINI);
  });

  it('is called anyway if no other model is left', async () => {
    google.retired = true;
    const failed = await failureOf(ask());
    expect(failed).toMatchObject({ errorClass: 'NOT_CONFIGURED', message: `It does not know ${MINI}` });
    expect(route()).toMatchObject({ model: MINI, fallbacks: [{ model: FLASH }] });
    google.retired = false;
    expect((await ask()).model).toBe(FLASH);
    expect(openai.requested).toEqual([MINI, MINI]);
  });

  it('affects only the org if it uses its own keys', async () => {
    await ask(route(ownKeys), ownKeys);
    expect(route(ownKeys).model).toBe(FLASH);
    expect(route('other').model).toBe(MINI);
    await ask(route('other'), 'other');
    expect(route('a third').model).toBe(FLASH);
  });

  it('does not affect other orgs if the org’s keys were removed during the call', async () => {
    openai.whileAsked = () => void (keysAreThere = false);
    await ask(route(ownKeys), ownKeys);
    expect(route('other').model).toBe(MINI);
    keysAreThere = true;
    expect(route(ownKeys).model).toBe(FLASH);
  });

  it('is called after the available models have failed', async () => {
    const before = route();
    await ask(before);
    google.isAway = true;
    await failureOf(ask(before));
    openai.retired = false;
    // The circuit of the other model is open now.
    expect((await ask(before)).attempts).toMatchObject([
      { model: MINI, outcome: 'COOLDOWN' },
      { model: FLASH, outcome: 'UNAVAILABLE' },
      { model: MINI, outcome: 'ok' },
    ]);
    expect(google.requested).toHaveLength(2);
  });
});

describe('cooldowns of other processes', () => {
  const gpt = { place: 'openai', model: 'gpt' };
  const MINUTES_5 = 5 * MINUTE_MS;
  let nowMs: number;
  let cooldowns: LocalModelCooldowns;

  beforeEach(() => {
    nowMs = 1_000;
    cooldowns = new LocalModelCooldowns(undefined, () => nowMs);
  });

  it('end here when they were ended early, and the next one is short', () => {
    cooldowns.set(gpt, cooldowns.nextCooldownMs(gpt));
    cooldowns.stored(gpt);
    nowMs += 10;
    cooldowns.replaceAll([], nowMs);
    expect(cooldowns.cooldownMs(gpt)).toBeLessThanOrEqual(0);
    expect(cooldowns.nextCooldownMs(gpt)).toBe(MINUTES_5);
  });

  it('get longer after expiry', () => {
    cooldowns.set(gpt, cooldowns.nextCooldownMs(gpt));
    cooldowns.stored(gpt);
    nowMs += MINUTES_5 - 5;
    cooldowns.replaceAll([], nowMs);
    expect(cooldowns.nextCooldownMs(gpt)).toBe(2 * MINUTES_5);
  });

  it('do not remove one that is being written or was written during the read', () => {
    cooldowns.set(gpt, cooldowns.nextCooldownMs(gpt));
    nowMs += 10;
    const readMs = nowMs;
    cooldowns.replaceAll([], readMs);
    nowMs += 10;
    cooldowns.stored(gpt);
    cooldowns.replaceAll([], readMs);
    expect(cooldowns.cooldownMs(gpt)).toBe(MINUTES_5 - 20);
    expect(cooldowns.nextCooldownMs(gpt)).toBe(2 * MINUTES_5);
  });
});
