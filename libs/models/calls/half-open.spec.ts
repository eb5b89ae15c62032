import { eventually } from '../../../test/harness/eventually.ts';
import { ModelError } from '../model.errors.ts';
import type { Route } from '../model-router.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { FLASH, MINI, openTwoModels } from '../testing/two-models.fixture.ts';
import { ModelBreakers } from './model-breakers.ts';

const FAILURES_TO_OPEN = 2;

describe('while a trial call is running', () => {
  let models: ReturnType<typeof openTwoModels>;
  let breakers: ModelBreakers;
  /** The calls of OpenAI, which the test answers. */
  let held: PromiseWithResolvers<void>[];

  beforeEach(() => {
    // The trial call is allowed immediately.
    breakers = new ModelBreakers(0, FAILURES_TO_OPEN);
    models = openTwoModels({ breakers });
    held = [];
    models.openai.play = async () => {
      const call = Promise.withResolvers<void>();
      held.push(call);
      await call.promise;
      return {};
    };
  });

  const OPENAI = { model: MINI, provider: 'openai', tier: 'standard' } as const;
  const GOOGLE = { model: FLASH, provider: 'google', tier: 'standard' } as const;
  const routeOf = (...fallbacks: Route['fallbacks'] & object): Route => ({
    ...OPENAI,
    taskType: 'draft_reply',
    estimatedCostUsd: 0,
    candidates: [],
    fallbacks,
  });
  const ask = (route: Route, signal = new AbortController().signal) =>
    models.calls.generate(route, modelRequest('hi', { signal }));

  /** @returns the trial call. */
  async function tried(): Promise<{ answer: ReturnType<typeof ask> }> {
    const fail = () => Promise.reject(new ModelError('UNAVAILABLE', 'it is down'));
    for (let call = 0; call < FAILURES_TO_OPEN; call += 1) await failureOf(breakers.run(OPENAI, fail, 'org'));
    const answer = ask(routeOf());
    await eventually(async () => expect(held).toHaveLength(1));
    expect(breakers.seen()).toMatchObject([{ state: 'half_open', orgId: 'org' }, { state: 'closed' }]);
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
    expect(models.router.route({ taskType: 'draft_reply', orgId: 'org' })).toMatchObject({
      ...GOOGLE,
      fallbacks: [],
    });
    held.at(-1)?.resolve();
    expect(await answer).toMatchObject(OPENAI);
    expect(models.router.route({ taskType: 'draft_reply', orgId: 'org' })).toMatchObject(OPENAI);
  });

  it('the other calls wait for its end if no other model can answer', async () => {
    const { answer } = await tried();
    const waiting = ask(routeOf());
    held[0]?.resolve();
    await answer;
    await eventually(async () => expect(held).toHaveLength(2));
    held[1]?.resolve();
    expect(await waiting).toMatchObject(OPENAI);
  });

  it.each([new ModelError('BAD_REQUEST', 'too many messages'), new Error('turn cancelled')])(
    'a failure that says nothing about the provider (%p) makes the next call the trial',
    async (failure) => {
      const { answer } = await tried();
      held[0]?.reject(failure);
      await expect(answer).rejects.toBe(failure);
      expect(breakers.seen()).toMatchObject([{ state: 'half_open', orgId: 'org' }, { state: 'closed' }]);
      const next = ask(routeOf());
      await eventually(async () => expect(held).toHaveLength(2));
      expect(breakers.trial(OPENAI, 'org')).toBeDefined();
      held[1]?.resolve();
      await next;
      expect(breakers.seen()).toMatchObject([{ state: 'closed', orgId: null }]);
    },
  );

  it('an aborted call stops waiting', async () => {
    const { answer } = await tried();
    const given = new AbortController();
    const waiting = ask(routeOf(), given.signal);
    given.abort(new Error('turn cancelled'));
    await expect(waiting).rejects.toThrow('turn cancelled');
    held[0]?.resolve();
    await answer;
    expect(held).toHaveLength(1);
  });
});
