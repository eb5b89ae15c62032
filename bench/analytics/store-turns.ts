import type { DataSource } from 'typeorm';
import { unevenly } from '../uneven-values.ts';

interface StoredTurns {
  orgId: string;
  turns: number;
  days: number;
  until: Date;
}

const DAY_MS = 86_400_000;

const STORE_DAY = `
  WITH made AS (
    SELECT gen_random_uuid() AS id, gen_random_uuid() AS conversation, $2::timestamptz + random() * interval '1 day' AS at,
           ${unevenly('agent', 4)} AS agent, replace(${unevenly('channel', 3)}, 'channel-1', 'chat') AS channel, ${unevenly('model', 3)} AS model,
           ${unevenly('tool', 30)} AS tool, ${unevenly('intent', 15)} AS intent, exp(4 + 5 * random()) AS ms, n
      FROM generate_series(1, $3::int) n
  ), stored AS (
    INSERT INTO turns (org_id, id, conversation_id, seq, message_id, state, channel, pack, agent, contact_id, caller_kind, model,
      prompt_tokens, completion_tokens, cost_usd, tool_calls, trace_id, traceparent, created_at, started_at, finished_at)
    SELECT $1, id, conversation, 1, id, CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'completed' END, channel, 'bench', agent, 'c', 'contact', model, 2000, 200, 0.0012, 1,
           id::text, '', at, at + interval '5 milliseconds' * random(), at + ms * interval '1 millisecond' FROM made
  ), decided AS (
    INSERT INTO broker_decisions (org_id, turn_id, mode, agent, intents, tools_in_scope, tools_offered, tools_selected, tools_brokered,
      tools_missed, tokens_in_scope, tokens_offered, tokens_brokered, reasons, selection_us, created_at)
    SELECT $1, id, CASE WHEN n % 2 = 0 THEN 'shadow' ELSE 'enforce' END, agent, ARRAY[intent], 30, '{a,b,c}', ARRAY[tool], '{a,b,c}',
           CASE WHEN n % 20 = 0 THEN ARRAY[tool] ELSE '{}' END, 3000, 1200, 1200, '{}', 80, at FROM made
  )
  INSERT INTO tool_calls (org_id, id, turn_id, tool, pack, arguments, result, success, attempts, duration_ms, channel, caller_kind, created_at)
  SELECT $1, gen_random_uuid(), id, tool, 'bench', '{}', '{}', n % 25 > 0, 1, ms / 10, channel, 'contact', at FROM made`;

/** Stores turns with one decision and one tool call each, evenly distributed over the days before a given time. */
export async function storeTurns(
  dataSource: DataSource,
  { orgId, turns, days, until }: StoredTurns,
): Promise<void> {
  for (let day = 1; day <= days; day += 1)
    await dataSource.query(STORE_DAY, [
      orgId,
      new Date(until.getTime() - day * DAY_MS),
      Math.ceil(turns / days),
    ]);
  await dataSource.query('ANALYZE');
}
