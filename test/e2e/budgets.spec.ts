import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest } from './api.fixture.ts';
import { answer, ScriptedProviders } from './providers.fixture.ts';

const TURNS = 200;
const WORTH = 50;
/** Tokens of the longest answer that the budget pays for, on gpt-5.4-mini. */
const ANSWER_TOKENS = 4_096;
const ANSWER_USD = (ANSWER_TOKENS * 4.5) / 1e6;

describeWith(['postgres', 'redis'], 'a hard budget, and more turns at once than it is worth', () => {
  let providers: ScriptedProviders;
  let api: ApiTest;

  beforeAll(async () => {
    providers = await ScriptedProviders.start();
    api = await ApiTest.start({ backend: 'redis', env: providers.env, workers: 2 });
  });
  afterAll(async () => {
    await api?.stop();
    await providers?.stop();
  });

  it('is never exceeded: the turns that fit are answered, the rest fail and name the budget', async () => {
    const orgId = await api.orgId('demo');
    // The input of all calls costs less than one answer.
    const hardUsd = WORTH * ANSWER_USD + ANSWER_USD * 0.7;
    await api.rows(
      `INSERT INTO budgets (org_id, period, soft_usd, hard_usd, changed_at) VALUES ($1, 'day', NULL, $2, now())`,
      [orgId, hardUsd],
    );
    await api.rows(
      `UPDATE orgs SET settings = settings || '{"MAX_RUNNING_TURNS":"0","MESSAGES_PER_MINUTE":"0"}' WHERE id = $1`,
      [orgId],
    );
    // The highest possible cost: every answer has the maximum length.
    providers.behave = (asked, response) =>
      answer(asked, response, 'Fine.', [10, 0, asked.body.max_completion_tokens ?? Number.NaN]);
    await Promise.all(
      Array.from({ length: TURNS }, (_, index) =>
        api.accept({ contact: `c-${index}`, agent: 'qualifier', text: 'Hello' }),
      ),
    );
    await eventually(async () => {
      const [row] = await api.rows<{ open: number }>(
        `SELECT count(*)::int AS open FROM turns WHERE org_id = $1 AND state NOT IN ('completed', 'failed')`,
        [orgId],
      );
      expect(row?.open).toBe(0);
    });

    const ended = await api.rows<{
      state: string;
      errorClass: string;
      errorMessage: string;
      costUsd: string;
    }>(
      `SELECT t.state, t.error_class AS "errorClass", t.error_message AS "errorMessage", t.cost_usd AS "costUsd"
         FROM turns t JOIN conversations c ON c.org_id = t.org_id AND c.id = t.conversation_id
        WHERE t.org_id = $1 AND c.contact_id LIKE 'c-%'`,
      [orgId],
    );
    const done = ended.filter(({ state }) => state === 'completed');
    const failed = ended.filter(({ state }) => state === 'failed');
    expect(done).toHaveLength(WORTH);
    expect(failed).toHaveLength(TURNS - WORTH);
    for (const { errorClass, errorMessage } of failed) {
      expect(['MODEL_BUDGET_EXCEEDED', 'MODEL_BUDGET_HELD']).toContain(errorClass);
      expect(errorMessage).toContain('The daily model budget of the org');
    }
    const [spent] = await api.rows<{ usd: string; held: number }>(
      `SELECT (SELECT sum(cost_usd) FROM (SELECT cost_usd FROM model_calls UNION ALL
                 SELECT cost_usd FROM model_usage) u) AS usd,
              (SELECT count(*)::int FROM budget_reservations) AS held`,
    );
    expect(Number(spent?.usd)).toBeLessThanOrEqual(hardUsd);
    // Answers that were aborted when a worker lost its turn may be stored as well; they are paid for.
    expect(Number(spent?.usd) + 1e-6).toBeGreaterThanOrEqual(
      done.reduce((sum, { costUsd }) => sum + Number(costUsd), 0),
    );
    expect(spent?.held).toBe(0);
  });
});
