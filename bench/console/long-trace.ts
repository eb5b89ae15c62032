import { addTurn, type AddedTurn } from '../../apps/admin/src/console-rows.fixture.ts';
import type { AdminFixture } from '../../apps/admin/src/admin.fixture.ts';

/**
 * A turn whose trace has the given number of spans, ten children each and four levels deep, including errors, models and
 * tools.
 */
export async function addLongTrace({ database, orgA }: AdminFixture, spans: number): Promise<AddedTurn> {
  const turn = await addTurn(database, { orgId: orgA.id, text: 'A very long turn' });
  await database.asPlatform('the span writer serves every org', async (tx) => {
    await tx.query('SELECT ensure_span_partition($1)', [turn.createdAt]);
    await tx.query(
      `INSERT INTO spans (trace_id, span_id, parent_span_id, started_at, name, kind, org_id, conversation_id, turn_id, model, prompt_tokens,
         completion_tokens, cost_usd, latency_ms, status, error_message)
       SELECT $1, lpad(to_hex(n), 16, '0'), CASE WHEN n > 0 THEN lpad(to_hex((n - 1) / 10), 16, '0') END,
              $2::timestamptz + n * interval '1 millisecond',
              CASE WHEN n = 0 THEN 'turn' WHEN n % 3 = 0 THEN 'execute_tool search_properties' WHEN n % 3 = 1 THEN 'chat gpt-5-mini' ELSE 'policy' END,
              CASE WHEN n = 0 THEN 'turn' WHEN n % 3 = 0 THEN 'tool' WHEN n % 3 = 1 THEN 'model' ELSE 'policy' END,
              $3, $4, $5, CASE WHEN n % 3 = 1 THEN 'gpt-5-mini' END, CASE WHEN n % 3 = 1 THEN 900 END, CASE WHEN n % 3 = 1 THEN 90 END,
              CASE WHEN n % 3 = 1 THEN 0.0004 END, CASE WHEN n = 0 THEN $6::int + 40 ELSE 1 + n % 37 END,
              CASE WHEN n % 50 = 49 THEN 'error' ELSE 'success' END, CASE WHEN n % 50 = 49 THEN 'It answered 503' END
         FROM generate_series(0, $6::int - 1) n`,
      [turn.traceId, turn.createdAt, orgA.id, turn.conversationId, turn.id, spans],
    );
  });
  return turn;
}
