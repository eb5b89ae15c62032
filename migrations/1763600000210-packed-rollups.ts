import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';
import { Rollups1763600000191 } from './1763600000191-rollups.ts';

/** Dimensions of every cell, whichever source it is of: '' and {} for one that it has not, or that is summed over. */
const DIMENSIONS = ['tool', 'agent', 'channel', 'model', 'intents', 'broker_mode'] as const;

interface RollupTable {
  /** Dimensions that the table before had not. */
  without: readonly string[];
  counts: readonly string[];
  /** Sums that may pass two thousand millions. */
  amounts: readonly string[];
  costs: readonly string[];
  histograms: readonly string[];
}

const TOKENS = ['prompt_tokens', 'cached_tokens', 'completion_tokens'];

const tables: Record<string, RollupTable> = {
  turn_rollups: {
    without: ['tool'],
    counts: [
      'turns',
      'conversations',
      'completed',
      'failed',
      'decisions',
      'measured',
      'in_brokered_set',
      'feedback_up',
      'feedback_down',
      'insights_used',
      'asked_back',
    ],
    amounts: [...TOKENS, 'tools_in_scope', 'tools_offered', 'tokens_saved', 'cached_tokens_lost'],
    costs: ['cost_usd'],
    histograms: ['latency_ms', 'queue_wait_ms', 'selection_us'],
  },
  tool_call_rollups: {
    without: [],
    counts: ['calls', 'succeeded', 'cached', 'from_program', 'capability_uses'],
    amounts: [],
    costs: [],
    histograms: ['duration_ms'],
  },
  tool_choice_rollups: {
    without: [],
    counts: ['choices', 'missed', 'missed_and_searched'],
    amounts: [],
    costs: [],
    histograms: [],
  },
  model_call_rollups: {
    without: ['tool'],
    counts: ['calls', 'succeeded'],
    amounts: TOKENS,
    costs: ['cost_usd'],
    histograms: ['latency_ms'],
  },
};

/**
 * A rollup is one row per hour or day, its cells in arrays: a cell of the finest grain in a row of its own took more
 * than the rows that it was made of. What was rolled up before is carried over, since its rows may be gone.
 */
export class PackedRollups1763600000210 implements MigrationInterface {
  name = 'PackedRollups1763600000210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "rollup_keys" (
        "org_id" uuid NOT NULL,
        "id" integer GENERATED ALWAYS AS IDENTITY,
        "tool" text NOT NULL,
        "agent" text NOT NULL,
        "channel" text NOT NULL,
        "model" text NOT NULL,
        "intents" text array NOT NULL,
        "broker_mode" text NOT NULL,
        CONSTRAINT "pk_rollup_keys" PRIMARY KEY ("org_id", "id"),
        CONSTRAINT "uq_rollup_keys" UNIQUE ("org_id", ${DIMENSIONS.map((one) => `"${one}"`).join(', ')})
      )`);
    await isolateByOrg(runner, 'rollup_keys');
    for (const [name, table] of Object.entries(tables)) {
      await runner.query(`ALTER TABLE "${name}" RENAME TO "${name}_before"`);
      await runner.query(
        `ALTER TABLE "${name}_before" RENAME CONSTRAINT "pk_${name}" TO "pk_${name}_before"`,
      );
      await createPacks(runner, name, table);
      await carryOver(runner, name, table);
      await runner.query(`DROP TABLE "${name}_before"`);
    }
    await runner.query(
      `ALTER TABLE "rollup_progress" ADD COLUMN "seen_xid" bigint, ADD COLUMN "seen_at" TIMESTAMP WITH TIME ZONE`,
    );
    // Rounds count in whole hours from here on, and days are made when they are over.
    await runner.query(
      `UPDATE "rollup_progress" SET "rolled_until" = date_trunc('hour', "rolled_until", 'UTC'), "seen_at" = "rolled_at"`,
    );
    await runner.query(`ALTER TABLE "rollup_progress" ALTER COLUMN "seen_at" SET NOT NULL`);
  }

  /** Rollups are made anew from the rows that are left. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...Object.keys(tables), 'rollup_keys', 'rollup_progress', 'rolled_up_turns'])
      await runner.query(`DROP TABLE "${table}"`);
    await new Rollups1763600000191().up(runner);
  }
}

async function createPacks(runner: QueryRunner, name: string, table: RollupTable): Promise<void> {
  const columns = [
    ...table.counts.map((count) => `"${count}" integer array`),
    ...table.amounts.map((amount) => `"${amount}" bigint array`),
    ...table.costs.map((cost) => `"${cost}" numeric array`),
    ...table.histograms.flatMap((one) => [
      `"${one}_keys" integer array`,
      `"${one}_buckets" smallint array`,
      `"${one}_counts" integer array`,
    ]),
  ];
  await runner.query(`
    CREATE TABLE "${name}" (
      "org_id" uuid NOT NULL,
      "grain" text NOT NULL,
      "time_zone" text NOT NULL,
      "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      "summed_over" smallint NOT NULL,
      "part" uuid NOT NULL,
      "entries" integer NOT NULL,
      "keys" integer array NOT NULL,
      ${columns.join(',\n      ')},
      CONSTRAINT "ck_${name}_grain" CHECK (grain IN ('hour', 'day', 'kept')),
      CONSTRAINT "pk_${name}" PRIMARY KEY ("org_id", "grain", "time_zone", "starts_at", "summed_over", "part")
    )`);
  await isolateByOrg(runner, name);
}

/** Packs the cells of the finest grain: hours of all parts together, and what is kept of erased contacts apart as well. */
async function carryOver(runner: QueryRunner, name: string, table: RollupTable): Promise<void> {
  const { without, counts, amounts, costs, histograms } = table;
  const dimensionOf = (one: string) => (without.includes(one) ? `''` : `b.${one}`);
  await runner.query(`
    INSERT INTO "rollup_keys" (org_id, ${DIMENSIONS.join(', ')})
    SELECT DISTINCT b.org_id, ${DIMENSIONS.map(dimensionOf).join(', ')} FROM "${name}_before" b WHERE b.summed_over = 0
    ON CONFLICT DO NOTHING`);
  const sums = [...counts, ...amounts, ...costs];
  const NOBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;
  const PACK = 'org_id, grain, time_zone, starts_at, part';
  await runner.query(`
    WITH before AS MATERIALIZED (
      SELECT b.*, k.id AS key FROM "${name}_before" b
        JOIN "rollup_keys" k ON k.org_id = b.org_id AND ${DIMENSIONS.map((one) => `k.${one} = ${dimensionOf(one)}`).join(' AND ')}
       WHERE b.summed_over = 0
    ), parts AS (
      SELECT key, ${NOBODY} AS part, grain, org_id, time_zone, starts_at, ${[...sums, ...histograms.flatMap((one) => [`${one}_buckets`, `${one}_counts`])].join(', ')} FROM before
      UNION ALL
      SELECT key, part, 'kept', org_id, time_zone, starts_at, ${[...sums, ...histograms.flatMap((one) => [`${one}_buckets`, `${one}_counts`])].join(', ')} FROM before
       WHERE part <> ${NOBODY}
    ), cells AS (
      SELECT ${PACK}, key, ${sums.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')} FROM parts GROUP BY ${PACK}, key
    )
    ${histograms
      .map(
        (one) => `, ${one} AS (
      SELECT ${PACK}, count(*) AS entries, array_agg(key ORDER BY key, bucket) AS keys,
             array_agg(bucket ORDER BY key, bucket) AS buckets, array_agg(nullif(weight, 1) ORDER BY key, bucket) AS counts
        FROM (SELECT ${PACK}, key, h.bucket, sum(h.weight)::int AS weight
                FROM parts, unnest(${one}_buckets, ${one}_counts) AS h(bucket, weight) GROUP BY ${PACK}, key, h.bucket) b
       GROUP BY ${PACK})`,
      )
      .join('')}
    INSERT INTO "${name}" (${PACK}, summed_over, entries, keys,
      ${[...sums, ...histograms.flatMap((one) => [`${one}_keys`, `${one}_buckets`, `${one}_counts`])].join(', ')})
    SELECT ${PACK}, 0, packs.entries ${histograms.map((one) => `+ coalesce(${one}.entries, 0)`).join(' ')}, packs.keys,
      ${[...sums.map((sum) => `packs.${sum}`), ...histograms.flatMap((one) => [`${one}.keys`, `${one}.buckets`, `${one}.counts`])].join(', ')}
      FROM (SELECT ${PACK}, count(*) AS entries, array_agg(key ORDER BY key) AS keys,
                   ${sums.map((sum) => `CASE WHEN bool_or(${sum} <> 0) THEN array_agg(nullif(${sum}, 0) ORDER BY key) END AS ${sum}`).join(', ')}
              FROM cells GROUP BY ${PACK}) packs
      ${histograms.map((one) => `LEFT JOIN ${one} USING (${PACK})`).join(' ')}`);
}
