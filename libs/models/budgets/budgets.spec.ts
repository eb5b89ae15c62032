import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { Embeddings } from '../embeddings/embeddings.ts';
import { ModelCalls } from '../calls/model-calls.ts';
import type { GenerateRequest, GenerateResult, LanguageModel } from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError } from '../model.errors.ts';
import { ModelRouter } from '../model-router.ts';
import { ModelRegistry } from '../registry.ts';
import { facts, failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import type { BudgetPeriod } from './budget.repository.ts';
import { Budgets, type Reservation } from './budgets.ts';
import { LateUses } from './late-uses.ts';
import { costReport } from './cost-report.ts';
import { foldModelCalls, settleDeadCalls } from './model-call.repository.ts';

const ASKED = { provider: 'openai', model: 'gpt-5.4-mini', tier: 'standard' } as const;
const MOST = { promptTokens: 1_250, completionTokens: 4_096 };
const USAGE = { promptTokens: 1_000, cachedTokens: 0, completionTokens: 1_000 };

/** A model that uses all allowed output tokens. */
class GreedyModel implements LanguageModel {
  readonly provider = 'openai';
  fails = false;
  asked = 0;
  limits = new Set<number | undefined>();

  async generate({ maxOutputTokens }: GenerateRequest): Promise<GenerateResult> {
    this.asked += 1;
    this.limits.add(maxOutputTokens);
    if (this.fails) throw new ModelError('BAD_REQUEST', 'no');
    const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: maxOutputTokens ?? 10_000 };
    return { text: 'fine', toolCalls: [], usage, finishReason: 'stop' };
  }
}

describeOnEachDatabase('budgets', (on) => {
  // Still the 23rd in UTC, already the 24th in Dubai.
  const clock = new FixedClock(new Date('2026-11-23T22:00:00Z'));
  let timezone = 'UTC';
  let budgets: Budgets;
  let orgId: string;

  beforeEach(() => {
    orgId = randomUUID();
    timezone = 'UTC';
    budgets = new Budgets(on.database, clock, async () => timezone);
  });

  const set = (period: BudgetPeriod, soft: number | null, hard: number | null) =>
    on.database.forOrg(orgId, (tx) => budgets.set(tx, period, { softUsd: soft, hardUsd: hard }));
  const reserve = (usd: number, of = budgets) => of.reserve(orgId, ASKED, { usd, ...MOST });
  const settle = (reservation: Reservation, costUsd: number) =>
    budgets.count(orgId, [reservation.useOf(USAGE, costUsd)]);
  const spend = async (costUsd: number) => settle(await reserve(costUsd), costUsd);
  /** A call of this model, which the org pays. */
  const callOf = (model: LanguageModel) => {
    const registry = new ModelRegistry();
    const models = new LanguageModels(new Map([['openai', model]]));
    const calls = new ModelCalls(models, registry, undefined, budgets);
    const route = new ModelRouter({ registry, configured: ['openai'] }).route({ taskType: 'draft_reply' });
    return () =>
      calls.generate({ ...route, fallbacks: [] }, modelRequest('hi', { facts: { ...facts, orgId } }));
  };
  const report = () =>
    costReport(on.database, new ModelRegistry(), orgId, { from: '2026-11-23', to: '2026-11-23' });

  it('reserve nothing for an org without a budget, but count its usage', async () => {
    const reservation = await reserve(1_000);
    expect(reservation.limited).toBe(false);
    await settle(reservation, 2.5);
    expect(await budgets.stateOf(orgId)).toEqual([]);
    await set('month', null, 100);
    expect(await budgets.stateOf(orgId)).toEqual([
      { period: 'month', softUsd: null, hardUsd: 100, spentUsd: 2.5, reservedUsd: 0 },
    ]);
  });

  it('are reserved before a call and corrected after it', async () => {
    await set('day', null, 1);
    const [one, two] = [await reserve(0.4), await reserve(0.4)];
    expect(await failureOf(reserve(0.4))).toMatchObject({ errorClass: 'BUDGET_HELD', retry: 'retry' });
    await settle(one, 0.1);
    await two.release();
    await spend(0.9);
    const failure = await failureOf(reserve(0.000001));
    expect(failure).toMatchObject({ errorClass: 'BUDGET_EXCEEDED', retry: 'fail' });
    expect(failure.message).toContain('The daily model budget of the org, 1 USD, is used up: 1.000000 USD');
  });

  it('count days and months in the time zone of the org', async () => {
    await set('day', null, 1);
    await set('month', null, 1.5);
    await spend(1);
    await failureOf(reserve(0.1));
    timezone = 'Asia/Dubai';
    await spend(0.5);
    expect((await failureOf(reserve(0.1))).message).toContain('monthly');
    clock.set(new Date('2026-12-01T00:00:00Z'));
    await spend(1);
    clock.set(new Date('2026-11-23T22:00:00Z'));
  });

  it('prefer cheaper tiers from the soft limit', async () => {
    await set('day', 1, null);
    expect(await budgets.isThrifty(orgId)).toBe(false);
    await spend(1.5);
    expect(await budgets.isThrifty(orgId)).toBe(true);
    await set('day', null, null);
    expect(await budgets.isThrifty(orgId)).toBe(false);
  });

  const sweep = () => on.database.asPlatform('the test sweeps', settleDeadCalls);
  const fold = () => on.database.asPlatform('the test adds calls up', foldModelCalls);
  const storedAgo = (age: string) =>
    on.database.forOrg(orgId, (tx) =>
      tx.execute('UPDATE model_calls SET stored_at = stored_at - $2::interval WHERE org_id = $1', [age]),
    );
  const dyingBudgets = () => new Budgets(on.database, clock, async () => timezone, 1);

  it('count the call of a dead worker at its reserved amount, as an estimate', async () => {
    await set('day', null, 1);
    await reserve(0.6, dyingBudgets());
    expect(await failureOf(reserve(0.6))).toMatchObject({ errorClass: 'BUDGET_HELD' });
    await eventually(async () => expect((await sweep()).length).toBeGreaterThan(0));
    expect(await failureOf(reserve(0.6))).toMatchObject({ errorClass: 'BUDGET_EXCEEDED' });
    await spend(0.25);
    expect(await budgets.stateOf(orgId)).toMatchObject([{ spentUsd: 0.85, reservedUsd: 0 }]);
    const expected = {
      costUsd: 0.85,
      estimated: { calls: 1, costUsd: 0.6 },
      tiers: [{}, { calls: 2, tokens: 5_346 + 2_000 }, {}],
    };
    expect(await report()).toMatchObject(expected);
    await storedAgo('25 hours');
    await fold();
    expect(await report()).toMatchObject(expected);
  });

  it('correct an estimate when the worker was only late', async () => {
    await set('day', null, 1);
    const late = await reserve(0.6, dyingBudgets());
    await eventually(async () => expect((await sweep()).length).toBeGreaterThan(0));
    await storedAgo('61 seconds');
    await fold();
    await settle(late, 0.1);
    await settle(late, 0.1);
    expect(await report()).toMatchObject({
      costUsd: 0.1,
      estimated: { calls: 0, costUsd: 0 },
      tiers: [{}, { calls: 1, tokens: 2_000 }, {}],
    });
  });

  it('count a call once, however often it is stored, before and after folding', async () => {
    await fold();
    await set('day', null, 10);
    const use = (await reserve(2)).useOf({ ...USAGE, cacheWriteTokens: 250 }, 0.5);
    await budgets.count(orgId, [use]);
    await budgets.count(orgId, [use]);
    await spend(0.25);
    const expected = [{ spentUsd: 0.75, reservedUsd: 0 }];
    expect(await budgets.stateOf(orgId)).toMatchObject(expected);
    const reported = await report();
    expect(reported.tiers[1]).toMatchObject({ calls: 2, tokens: 4_000, costUsd: 0.75 });
    expect(reported).toMatchObject({ cacheWriteTokens: 250 });
    expect(await fold()).toBe(0);
    await storedAgo('61 seconds');
    expect(await fold()).toBe(2);
    await spend(0.25);
    expect(await budgets.stateOf(orgId)).toMatchObject([{ spentUsd: 1, reservedUsd: 0 }]);
    const folded = await report();
    expect(folded.tiers[1]).toMatchObject({ calls: 3, tokens: 6_000, costUsd: 1 });
    // Cache writes cost a quarter more on the other tiers too.
    expect(folded).toMatchObject({ cacheWriteTokens: 250 });
    expect(folded.allPremiumUsd).toBeCloseTo((2_750 * 2 + 250 * 2.5 + 3_000 * 10) / 1e6, 10);
  });

  it('query the database only occasionally for an org without a budget', async () => {
    const read = jest.spyOn(on.database, 'forOrg');
    await Promise.all(Array.from({ length: 20 }, () => reserve(1)));
    await budgets.isThrifty(orgId);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('reserve and count embeddings like model calls', async () => {
    const uses = new LateUses(budgets, { warn: () => undefined });
    let asked = 0;
    const embeddings = new Embeddings({
      provider: {
        provider: 'openai',
        model: 'text-embedding-3-small',
        semantic: true,
        embed: async (texts) => {
          asked += 1;
          return { vectors: texts.map(() => [1]), promptTokens: 50_000 };
        },
      },
      orgs: { of: () => undefined },
      budgets,
      uses,
      clock,
      logger: { warn: () => undefined },
    });
    // Slightly more than the cost of 50,000 tokens.
    await set('day', null, 0.0011);
    // Each has the maximum input length of the model.
    const long = (word: string) => Array.from({ length: 6 }, (_, at) => `${at} ${`${word} `.repeat(7_160)}`);
    await embeddings.of(orgId).embed(long('sea'));
    expect(await failureOf(embeddings.of(orgId).embed(long('view')))).toMatchObject({
      errorClass: 'BUDGET_HELD',
    });
    await uses.close();
    expect(await failureOf(embeddings.of(orgId).embed(long('view')))).toMatchObject({
      errorClass: 'BUDGET_EXCEEDED',
    });
    expect(asked).toBe(1);
    expect(await budgets.stateOf(orgId)).toMatchObject([{ spentUsd: 0.001, reservedUsd: 0 }]);
    expect((await report()).embeddings).toEqual({ calls: 1, tokens: 50_000, costUsd: 0.001 });
  });

  it('do not affect other orgs', async () => {
    await set('day', null, 0.1);
    orgId = randomUUID();
    await spend(5);
  });

  it('are never exceeded by simultaneous calls: those within the budget are made, the others name it', async () => {
    const model = new GreedyModel();
    const ask = callOf(model);
    // Maximum cost of a call, which it reaches: 4,096 output tokens and a few input tokens.
    await set('day', null, (50 * 4_096 * 4.5) / 1e6 + 0.01);
    const ended = await Promise.allSettled(Array.from({ length: 200 }, ask));
    const done = ended.filter(({ status }) => status === 'fulfilled');
    const failures = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as ModelError] : []));
    expect(done).toHaveLength(50);
    expect(model.asked).toBe(50);
    expect([...model.limits]).toEqual([4_096]);
    expect(failures).toHaveLength(150);
    for (const failure of failures) {
      expect(['BUDGET_EXCEEDED', 'BUDGET_HELD']).toContain(failure.errorClass);
      expect(failure.message).toContain('The daily model budget of the org');
    }
    const [state] = await budgets.stateOf(orgId);
    expect(state?.reservedUsd).toBe(0);
    expect(state!.spentUsd).toBeLessThanOrEqual(state!.hardUsd!);
    const reported = await report();
    expect(reported.costUsd).toBeCloseTo((50 * (4_096 * 4.5 + 10 * 0.75)) / 1e6, 8);
    expect(reported.tiers[1]).toMatchObject({ tier: 'standard', calls: 50, tokens: 50 * 4_106 });
  });

  it.each([
    ['broke off', new ModelError('BROKEN_STREAM', 'it broke off')],
    ['was stopped', new Error('turn cancelled')],
  ])('count input and received output of an answer that %s', async (_how, failure) => {
    const halfway: LanguageModel = {
      provider: 'openai',
      generate: async ({ onBrokenOff }) => {
        onBrokenOff?.({ written: 'Well, that ' });
        throw failure;
      },
    };
    await set('day', null, 1);
    await expect(callOf(halfway)()).rejects.toBe(failure);
    const [state] = await budgets.stateOf(orgId);
    expect(state).toMatchObject({ reservedUsd: 0 });
    expect(state!.spentUsd).toBeGreaterThan((3 * 4.5) / 1e6);
    expect((await report()).tiers[1]).toMatchObject({ calls: 1 });
  });

  it('release the reservation of a failed call', async () => {
    const model = new GreedyModel();
    model.fails = true;
    await set('day', null, 1);
    await failureOf(callOf(model)());
    expect(await budgets.stateOf(orgId)).toMatchObject([{ spentUsd: 0, reservedUsd: 0 }]);
  });
});
