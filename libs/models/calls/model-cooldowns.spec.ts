import { randomUUID } from 'node:crypto';
import { Cooldowns } from '../cooldowns/cooldowns.ts';
import { ModelError } from '../model.errors.ts';
import { facts, failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { FLASH, MINI, openTwoModels, type PlayedModel } from '../testing/two-models.fixture.ts';
import { ModelBreakers } from './model-breakers.ts';
import { ModelCooldowns } from './model-cooldowns.ts';

const MINUTE_MS = 60_000;

describe('a model that its provider does not know', () => {
  const ownKeys = randomUUID();
  let keysAreThere: boolean;
  let nowMs: number;
  let models: ReturnType<typeof openTwoModels>;
  let openai: PlayedModel;
  let google: PlayedModel;

  const retire = (provider: PlayedModel) => {
    provider.play = ({ model }) => {
      throw new ModelError('NOT_CONFIGURED', `It does not know ${model}`, { status: 404 });
    };
  };
  const offerAgain = (provider: PlayedModel) => {
    provider.play = () => ({});
  };

  beforeEach(() => {
    nowMs = 1_000;
    keysAreThere = true;
    const cooldowns = new ModelCooldowns(
      (orgId) => keysAreThere && orgId === ownKeys,
      new Cooldowns(() => nowMs),
    );
    models = openTwoModels({ cooldowns, breakers: new ModelBreakers(MINUTE_MS, 1) });
    ({ openai, google } = models);
    retire(openai);
  });

  const route = (orgId?: string) =>
    models.router.route({ taskType: 'draft_reply', inputTokens: 100_000, orgId });
  const ask = (chosen = route(), orgId = 'org') =>
    models.calls.generate(chosen, modelRequest('hi', { facts: { ...facts, orgId } }));

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
    offerAgain(openai);
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
    offerAgain(openai);
    await ask();
    retire(openai);
    expect(await cooldownMinutes()).toBe(5);
  });

  it('counts simultaneous failures once', async () => {
    const before = route();
    await Promise.all([ask(before), ask(before), ask(before)]);
    nowMs += 5 * MINUTE_MS;
    expect(route().model).toBe(MINI);
  });

  it('is called anyway if no other model is left', async () => {
    retire(google);
    const failed = await failureOf(ask());
    expect(failed).toMatchObject({ errorClass: 'NOT_CONFIGURED', message: `It does not know ${MINI}` });
    expect(route()).toMatchObject({ model: MINI, fallbacks: [{ model: FLASH }] });
    offerAgain(google);
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
    openai.play = ({ model }) => {
      keysAreThere = false;
      throw new ModelError('NOT_CONFIGURED', `It does not know ${model}`, { status: 404 });
    };
    await ask(route(ownKeys), ownKeys);
    expect(route('other').model).toBe(MINI);
    keysAreThere = true;
    expect(route(ownKeys).model).toBe(FLASH);
  });

  it('is called after the available models have failed', async () => {
    const before = route();
    await ask(before);
    google.fail(new ModelError('UNAVAILABLE', 'It is away'));
    await failureOf(ask(before));
    offerAgain(openai);
    // The circuit of the other model is open now.
    expect((await ask(before)).attempts).toMatchObject([
      { model: MINI, outcome: 'COOLDOWN' },
      { model: FLASH, outcome: 'UNAVAILABLE' },
      { model: MINI, outcome: 'ok' },
    ]);
    expect(google.requested).toHaveLength(2);
  });
});
