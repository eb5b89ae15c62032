import type { DataSource } from 'typeorm';
import { spanOf, traceRow, type SpanRow } from '#telemetry';
import { unevenly } from '../uneven-values.ts';

/** A turn of a tool-calling agent: name and kind of each span. */
const STEPS: [name: string, kind: string][] = [
  ['turn', 'turn'],
  ['queue', 'queue'],
  ['load', 'load'],
  ['intent', 'intent'],
  ['task classify', 'model'],
  ['context', 'context'],
  ['scope', 'scope'],
  ['broker', 'broker'],
  ['route', 'route'],
  ['chat', 'model'],
  ['execute_tool search', 'tool'],
  ['execute_tool details', 'tool'],
  ['execute_tool calendar', 'tool'],
  ['chat', 'model'],
  ['execute_tool offer', 'tool'],
  ['chat', 'model'],
  ['policy', 'policy'],
  ['settle', 'settle'],
];
export const SPANS_PER_TRACE = STEPS.length;

/** Few traces have these errors, words and slow turns, so a search for them reads far back. */
const ONE_IN_ERROR = 50;
const ONE_WITH_RARE_WORD = 20_000;

/** A run of the steps; `@id` and `@at` stand for what differs between traces. */
export function exampleSpans(over: Partial<SpanRow> = {}): SpanRow[] {
  return STEPS.map(([name, kind], index) =>
    spanOf({
      traceId: '@trace',
      spanId: `${index.toString(16).padStart(4, '0')}@id`,
      parentSpanId: index === 0 ? null : '0000@id',
      startedAt: '@at',
      name,
      kind,
      orgId: '@org',
      latencyMs: 3.5 * index,
      status: 'success',
      ...(kind === 'model' && {
        model: 'model-1',
        provider: 'bench',
        promptTokens: 2_000,
        completionTokens: 200,
      }),
      ...(kind === 'tool' && { tool: 'tool-1' }),
      ...(['turn', 'model', 'tool'].includes(kind) && {
        input: 'Find a two bedroom flat near the sea with a garden',
        output: 'There are three flats that fit. '.repeat(10),
      }),
      attributes: { 'turnpike.note': `step ${index}` },
      ...over,
    }),
  );
}

/** Stores $3 turns of the day from $2 on: half of them for the first org of $1, the others evenly distributed. */
const STORE = `
  WITH turns AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, gen_random_uuid() AS conversation, md5(random()::text || n) AS trace,
           $2::timestamptz + n * (interval '1 day' / $3::int) AS at, exp(5 + 4 * random() + 3 * power(random(), 40)) AS ms,
           ($1::uuid[])[CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n % cardinality($1::uuid[]) END] AS org,
           ${unevenly('agent', 5)} AS agent, ${unevenly('model', 4)} AS model, ${unevenly('tool', 60)} AS tool,
           floor(random() * ${ONE_IN_ERROR}) = 0 AS failed, floor(random() * ${ONE_WITH_RARE_WORD}) = 0 AS rare
      FROM generate_series(1, $3::int) n
  )
  INSERT INTO traces (trace_id, span_id, started_at, org_id, name, kind, conversation_id, turn_id, agent, pack, channel, models, tools,
    attempt, status, error_class, error_message, prompt_tokens, completion_tokens, cost_usd, latency_ms, elapsed_ms, words, spans)
  SELECT trace, '0000' || left(trace, 12), at, org, 'turn', 'turn', conversation, id, agent, 'bench', 'chat', ARRAY[model], ARRAY[tool],
         1, CASE WHEN failed THEN 'error' ELSE 'success' END, CASE WHEN failed THEN 'TOOL_FAILED' END,
         CASE WHEN failed THEN 'TOOL_FAILED: ' || tool || ' answered 503' END, 2000, 200, (ms / 1000000)::numeric(12, 8), ms, ms + 20,
         array_to_tsvector(ARRAY['turn', '=turn', 'find', 'a', 'two', 'bedroom', 'flat', 'near', 'the', 'sea', 'in', left(md5(random()::text), 6),
           'garden', 'there', 'are', 'three', 'flats', 'that', 'fit', left(md5(random()::text), 8), replace(tool, '-', '')]
           || CASE WHEN rare THEN ARRAY['astrolabe'] ELSE '{}' END
           || CASE WHEN failed THEN ARRAY['tool', 'failed', 'answered', '503', '=tool', '=failed', '=answered', '=503'] ELSE '{}' END),
         replace(replace($4, '@id', left(trace, 12)), '@at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    FROM turns`;

const DAY_MS = 86_400_000;

/**
 * Stores traces evenly over the days before a moment. Indexes are dropped first and made afterwards, which is several
 * times faster and leaves them as small as they are after a REINDEX.
 */
export async function storeTraces(
  dataSource: DataSource,
  { orgIds, traces, days, until }: { orgIds: string[]; traces: number; days: number; until: Date },
): Promise<void> {
  const [key] = await dataSource.query<{ columns: string }[]>(
    `SELECT pg_get_constraintdef(oid) AS columns FROM pg_constraint WHERE conname = 'pk_traces'`,
  );
  const indexes = await dataSource.query<{ name: string; definition: string }[]>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = 'traces'::regclass AND NOT indisprimary`,
  );
  await dataSource.query('ALTER TABLE traces DROP CONSTRAINT pk_traces');
  for (const { name } of indexes) await dataSource.query(`DROP INDEX ${name}`);
  const spans = exampleSpans();
  const [root] = spans;
  if (!root) throw new TypeError('A trace has spans');
  const text = JSON.stringify(traceRow(root, spans).spans);
  for (let day = days; day > 0; day -= 1) {
    const from = new Date(until.getTime() - day * DAY_MS);
    await dataSource.query('SELECT ensure_trace_partition($1), ensure_trace_partition($2)', [
      from,
      new Date(from.getTime() + DAY_MS),
    ]);
    await dataSource.query(STORE, [orgIds, from, Math.ceil(traces / days), text]);
  }
  await dataSource.query(`SET maintenance_work_mem = '1GB'`);
  await dataSource.query(`ALTER TABLE traces ADD CONSTRAINT pk_traces ${key?.columns ?? ''}`);
  for (const { definition } of indexes) await dataSource.query(definition.replace(' ON ONLY ', ' ON '));
  await dataSource.query('VACUUM ANALYZE traces');
}
