import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { openDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { Budgets } from '../budgets/budgets.ts';
import type { BrokenAnswer, GenerateRequest, GenerateResult } from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { ModelRouter } from '../model-router.ts';
import { KeyedModel } from '../providers/keyed-model.ts';
import { ModelRegistry } from '../registry.ts';
import { failureOf, modelRequest } from '../testing/model-request.fixture.ts';
import { ModelCalls } from './model-calls.ts';

const USAGE = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 };

/** Says something with each key, and fails with each that is not the good one. */
class ModelOfTwoKeys extends KeyedModel<string> {
  readonly provider = 'openai';
  protected readonly label = 'OpenAI';
  protected readonly setting = 'OPENAI_API_KEY';
  fails: ModelErrorClass = 'BROKEN_STREAM';
  readonly asked: string[] = [];

  protected async connect(apiKey: string): Promise<string> {
    return apiKey;
  }

  /** What comes of an answer that breaks off, besides its text. */
  broken: BrokenAnswer | undefined;

  protected async ask(apiKey: string, { onText, onBrokenOff }: GenerateRequest): Promise<GenerateResult> {
    this.asked.push(apiKey);
    if (apiKey !== 'good') {
      if (this.broken) onBrokenOff?.(this.broken);
      if (this.fails === 'BROKEN_STREAM') onText?.('Well, that was said before it broke off');
      throw new ModelError(this.fails, 'it failed');
    }
    return { text: 'fine', toolCalls: [], usage: USAGE, finishReason: 'stop' };
  }
}

describe('money of a call that goes through several keys', () => {
  const clock = new FixedClock(new Date('2026-11-23T09:00:00Z'));
  const registry = new ModelRegistry();
  const route = new ModelRouter({ registry, configured: ['openai'] }).route({ taskType: 'draft_reply' });
  let testDatabase: TestDatabase;
  let connection: Awaited<ReturnType<typeof openDatabase>>;
  let budgets: Budgets;
  let orgId: string;

  beforeAll(async () => {
    testDatabase = await createEmbeddedTestDatabase();
    connection = await openDatabase(testDatabase.settings);
  }, 240_000);
  beforeEach(() => {
    orgId = randomUUID();
    budgets = new Budgets(connection.database, clock, async () => 'UTC');
  });
  afterAll(async () => {
    await connection?.close();
    await testDatabase?.drop();
  });

  const ask = (model: ModelOfTwoKeys) => {
    const calls = new ModelCalls(
      new LanguageModels(new Map([['openai', model]])),
      registry,
      undefined,
      budgets,
    );
    const request = modelRequest('hi', { maxOutputTokens: 1_000 });
    return calls.generate({ ...route, fallbacks: [] }, { ...request, facts: { ...request.facts, orgId } });
  };
  const limit = (hardUsd: number) =>
    connection.database.forOrg(orgId, (tx) => budgets.set(tx, 'day', { softUsd: null, hardUsd }));
  const counted = async () => {
    const calls = await connection.database.forOrg(orgId, (tx) =>
      tx.query<{ tokens: number }>(
        'SELECT completion_tokens::int AS tokens FROM model_calls WHERE org_id = $1 ORDER BY id',
      ),
    );
    return calls.map(({ tokens }) => tokens);
  };

  it('counts the answer that broke off with one key beside that of the next', async () => {
    await limit(1);
    await ask(new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] }));
    const [brokenOff, whole] = await counted();
    expect(brokenOff).toBeGreaterThan(5);
    expect(whole).toBe(USAGE.completionTokens);
    const [state] = await budgets.stateOf(orgId);
    expect(state).toMatchObject({ reservedUsd: 0 });
  });

  it('counts what nobody saw of it too: thoughts and arguments, and the input as it was reported', async () => {
    const model = new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] });
    const usage = { promptTokens: 4_000, cachedTokens: 3_000, completionTokens: 1 };
    model.broken = { unseen: 'thinking about it '.repeat(100), usage };
    await ask(model);
    const [brokenOff] = await connection.database.forOrg(orgId, (tx) =>
      tx.query(
        `SELECT prompt_tokens::int AS prompt, cached_tokens::int AS cached, completion_tokens::int AS completion
           FROM model_calls WHERE org_id = $1 ORDER BY id`,
      ),
    );
    expect(brokenOff).toMatchObject({ prompt: 4_000, cached: 3_000 });
    expect((brokenOff as { completion: number }).completion).toBeGreaterThan(300);
  });

  it('asks no further key where the budget has not enough left for it', async () => {
    // Enough for one answer as long as it may be, and not for another after what broke off.
    await limit((1_000 * 4.5) / 1e6 + 0.00005);
    const model = new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] });
    expect(await failureOf(ask(model))).toMatchObject({ errorClass: 'BUDGET_EXCEEDED' });
    expect(model.asked).toEqual(['bad']);
    expect(await counted()).toHaveLength(1);
  });

  it('counts nothing for a key that was limited before it answered', async () => {
    await limit(1);
    const model = new ModelOfTwoKeys({ apiKeys: ['bad', 'good'] });
    model.fails = 'RATE_LIMITED';
    await ask(model);
    expect(await counted()).toEqual([USAGE.completionTokens]);
    expect(await budgets.stateOf(orgId)).toMatchObject([{ reservedUsd: 0 }]);
  });
});
