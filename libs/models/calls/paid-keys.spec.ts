import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { Budgets } from '../budgets/budgets.ts';
import type { BegunCall } from '../budgets/model-call.repository.ts';
import type { BrokenAnswer, GenerateRequest, GenerateResult } from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { ModelRouter } from '../model-router.ts';
import { KeyedModel } from '../providers/keyed-model.ts';
import { ModelRegistry } from '../registry.ts';
import { facts, failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { ModelCalls, type CallLedger } from './model-calls.ts';

const USAGE = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 };

/** A provider that sends text with each key and fails with all but the good one. */
class ModelOfTwoKeys extends KeyedModel<string> {
  readonly provider = 'openai';
  protected readonly label = 'OpenAI';
  protected readonly setting = 'OPENAI_API_KEY';
  fails: ModelErrorClass = 'BROKEN_STREAM';
  readonly requested: string[] = [];

  protected async connect(apiKey: string): Promise<string> {
    return apiKey;
  }

  /** Received part of an incomplete answer. */
  broken: BrokenAnswer = { written: 'Well, that was said before it broke off' };

  protected async ask(apiKey: string, { onBrokenOff }: GenerateRequest): Promise<GenerateResult> {
    this.requested.push(apiKey);
    if (apiKey !== 'good') {
      if (this.fails === 'BROKEN_STREAM') onBrokenOff?.(this.broken);
      throw new ModelError(this.fails, 'it failed');
    }
    return { text: 'fine', toolCalls: [], usage: USAGE, finishReason: 'stop' };
  }
}

describe('cost of a call that uses several keys', () => {
  const clock = new FixedClock(new Date('2026-11-23T09:00:00Z'));
  const registry = new ModelRegistry();
  const route = new ModelRouter({ registry, configured: ['openai'] }).route({ taskType: 'draft_reply' });
  const on = suiteDatabase({ create: createEmbeddedTestDatabase });
  let budgets: Budgets;
  let orgId: string;

  beforeEach(() => {
    orgId = randomUUID();
    budgets = new Budgets(on.database, clock, async () => 'UTC');
  });

  const ask = (model: ModelOfTwoKeys, ledger?: CallLedger) => {
    const models = new LanguageModels(new Map([['openai', model]]));
    const calls = new ModelCalls(models, registry, undefined, budgets);
    const request = modelRequest('hi', { maxOutputTokens: 1_000, facts: { ...facts, orgId } });
    return calls.generate({ ...route, fallbacks: [] }, request, { ledger });
  };
  /** Calls of the ledger, by call id. */
  const listening = () => {
    const events: [what: string, id: string][] = [];
    const begun: BegunCall[] = [];
    const ledger: CallLedger = {
      begin: (call) => {
        begun.push(call);
        events.push(['begin', call.id]);
      },
      turnId: randomUUID(),
      keepAnswers: async () => undefined,
      forget: (id) => void events.push(['forget', id]),
      keep: ({ use }) => void events.push(['use', use!.id]),
    };
    return { ledger, events, begun };
  };
  const limit = (hardUsd: number) =>
    on.database.forOrg(orgId, (tx) => budgets.set(tx, 'day', { softUsd: null, hardUsd }));
  const counted = async () => {
    const calls = await on.database.forOrg(orgId, (tx) =>
      tx.query<{ tokens: number }>(
        'SELECT completion_tokens::int AS tokens FROM model_calls WHERE org_id = $1 ORDER BY id',
      ),
    );
    return calls.map(({ tokens }) => tokens);
  };

  it('counts the incomplete answer of one key and the answer of the next', async () => {
    await limit(1);
    await ask(new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] }));
    const [brokenOff, whole] = await counted();
    expect(brokenOff).toBeGreaterThan(5);
    expect(whole).toBe(USAGE.completionTokens);
    const [state] = await budgets.stateOf(orgId);
    expect(state).toMatchObject({ reservedUsd: 0 });
  });

  it('includes thoughts, arguments and the reported input of an incomplete answer', async () => {
    const model = new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] });
    const usage = { promptTokens: 4_000, cachedTokens: 3_000, completionTokens: 1 };
    model.broken = { written: 'thinking about it '.repeat(100), usage };
    await ask(model);
    const [brokenOff] = await on.database.forOrg(orgId, (tx) =>
      tx.query(
        `SELECT prompt_tokens::int AS prompt, cached_tokens::int AS cached, completion_tokens::int AS completion
           FROM model_calls WHERE org_id = $1 ORDER BY id`,
      ),
    );
    expect(brokenOff).toMatchObject({ prompt: 4_000, cached: 3_000 });
    expect((brokenOff as { completion: number }).completion).toBeGreaterThan(300);
  });

  it('uses no further key if the remaining budget does not cover it', async () => {
    // Covers one answer of maximum length, but no second one after the incomplete answer.
    await limit((1_000 * 4.5) / 1e6 + 0.00005);
    const model = new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] });
    expect(await failureOf(ask(model))).toMatchObject({ errorClass: 'BUDGET_EXCEEDED' });
    expect(model.requested).toEqual(['bad']);
    expect(await counted()).toHaveLength(1);
  });

  it('reports a running call and its usage to the ledger', async () => {
    const { ledger, events, begun } = listening();
    await ask(new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] }), ledger);
    const [first, second] = begun.map(({ id }) => id);
    expect(events).toEqual([
      ['begin', first],
      ['use', first],
      ['begin', second],
      ['use', second],
    ]);
    expect(begun[0]).toMatchObject({ model: route.model, day: '2026-11-23', completionTokens: 1_000 });
    // Only the longest answer.
    expect(begun[0]?.amountUsd).toBeGreaterThan((1_000 * 4.5) / 1e6);
  });

  it('removes a failed call from the ledger', async () => {
    const { ledger, events, begun } = listening();
    const model = new ModelOfTwoKeys({ apiKeys: ['bad'] });
    model.fails = 'RATE_LIMITED';
    expect(await failureOf(ask(model, ledger))).toMatchObject({ errorClass: 'RATE_LIMITED' });
    expect(events).toEqual([
      ['begin', begun[0]?.id],
      ['forget', begun[0]?.id],
    ]);
  });

  it('reports no call with a reservation to the ledger', async () => {
    await limit(1);
    const { ledger, begun } = listening();
    await ask(new ModelOfTwoKeys({ apiKeys: ['good'] }), ledger);
    expect(begun).toEqual([]);
  });

  it('counts nothing for a key that was rate-limited before it answered', async () => {
    await limit(1);
    const model = new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] });
    model.fails = 'RATE_LIMITED';
    await ask(model);
    expect(await counted()).toEqual([USAGE.completionTokens]);
    expect(await budgets.stateOf(orgId)).toMatchObject([{ reservedUsd: 0 }]);
  });
});
