import type { DataSource } from 'typeorm';
import { unevenly } from '../uneven-values.ts';

/** A turn of a tool-calling agent: name, kind, parent (its index here), and share of the turn's time. */
const SPANS_OF_A_TURN = `(VALUES
  (0, 'turn', 'turn', NULL, 0, 1.0), (1, 'intent', 'intent', 0, 0, 0.1), (2, 'context', 'context', 0, 0.1, 0.05),
  (3, 'scope', 'scope', 0, 0.15, 0.01), (4, 'broker', 'broker', 0, 0.16, 0.01), (5, 'route', 'route', 0, 0.17, 0.01),
  (6, 'chat', 'model', 0, 0.2, 0.3), (7, 'tool', 'tool', 0, 0.5, 0.15), (8, 'chat', 'model', 0, 0.65, 0.3),
  (9, 'settle', 'settle', 0, 0.95, 0.05)) AS step(n, name, kind, parent, begins, share)`;
export const SPANS_PER_TURN = 10;

/** Few spans have these errors, words and slow turns, so a search for them reads many rows. */
const ONE_IN_ERROR = 50;
const ONE_WITH_RARE_WORD = 20_000;

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
  INSERT INTO spans (trace_id, span_id, parent_span_id, started_at, name, kind, org_id, conversation_id, turn_id, agent, pack, model, tool,
    prompt_tokens, completion_tokens, cost_usd, latency_ms, status, error_message, input, output, attributes)
  SELECT trace, lpad(to_hex(step.n), 4, '0') || left(md5(trace), 12), CASE WHEN parent IS NOT NULL THEN '0000' || left(md5(trace), 12) END,
         at + begins * ms * interval '1 millisecond', step.name, step.kind, org, conversation, id, agent, 'bench',
         CASE WHEN step.kind = 'model' THEN model END, CASE WHEN step.kind = 'tool' THEN tool END,
         CASE WHEN step.kind IN ('turn', 'model') THEN 2000 END, CASE WHEN step.kind IN ('turn', 'model') THEN 200 END,
         CASE WHEN step.kind IN ('turn', 'model') THEN (ms / 1000000)::numeric(12, 8) END, ms * share,
         CASE WHEN failed AND step.kind IN ('turn', 'tool') THEN 'error' ELSE 'success' END,
         CASE WHEN failed AND step.kind IN ('turn', 'tool') THEN 'TOOL_FAILED: ' || tool || ' answered 503' END,
         CASE WHEN step.kind IN ('turn', 'model', 'tool') THEN 'Find a two bedroom flat near the sea in ' || left(md5(random()::text), 6)
           || CASE WHEN rare THEN ' with an astrolabe' ELSE ' with a garden' END END,
         CASE WHEN step.kind IN ('turn', 'model', 'tool') THEN repeat('There are three flats that fit: ' || left(md5(random()::text), 8) || '. ', 6) END,
         '{}'
    FROM turns CROSS JOIN ${SPANS_OF_A_TURN}`;

const DAY_MS = 86_400_000;

/**
 * Stores spans evenly over the days before a moment. Indexes are dropped first and made afterwards, which is several
 * times faster and leaves them as small as they are after a REINDEX.
 */
export async function storeSpans(
  dataSource: DataSource,
  { orgIds, spans, days, until }: { orgIds: string[]; spans: number; days: number; until: Date },
): Promise<void> {
  const [key] = await dataSource.query<{ columns: string }[]>(
    `SELECT pg_get_constraintdef(oid) AS columns FROM pg_constraint WHERE conname = 'pk_spans'`,
  );
  const indexes = await dataSource.query<{ name: string; definition: string }[]>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = 'spans'::regclass AND NOT indisprimary`,
  );
  await dataSource.query('ALTER TABLE spans DROP CONSTRAINT pk_spans');
  for (const { name } of indexes) await dataSource.query(`DROP INDEX ${name}`);
  for (let day = days; day > 0; day -= 1) {
    const from = new Date(until.getTime() - day * DAY_MS);
    await dataSource.query('SELECT ensure_span_partition($1), ensure_span_partition($2)', [
      from,
      new Date(from.getTime() + DAY_MS),
    ]);
    await dataSource.query(STORE, [orgIds, from, Math.ceil(spans / SPANS_PER_TURN / days)]);
  }
  await dataSource.query(`SET maintenance_work_mem = '1GB'`);
  await dataSource.query(`ALTER TABLE spans ADD CONSTRAINT pk_spans ${key?.columns ?? ''}`);
  for (const { definition } of indexes) await dataSource.query(definition.replace(' ON ONLY ', ' ON '));
  await dataSource.query('VACUUM ANALYZE spans');
}
