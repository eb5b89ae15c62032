import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

const OF_TURNS = ['agent text', 'channel text', 'model text', 'intents text array', 'broker_mode text'];

interface RollupTable {
  dimensions: string[];
  counts: string[];
  amounts?: string[];
  histograms: string[];
}

const tables: Record<string, RollupTable> = {
  turn_rollups: {
    dimensions: OF_TURNS,
    counts: [
      'turns',
      'conversations',
      'completed',
      'failed',
      'prompt_tokens',
      'cached_tokens',
      'completion_tokens',
      'decisions',
      'tools_in_scope',
      'tools_offered',
      'tokens_saved',
      'cached_tokens_lost',
      'measured',
      'in_brokered_set',
      'feedback_up',
      'feedback_down',
      'insights_used',
      'asked_back',
    ],
    amounts: ['cost_usd'],
    histograms: ['latency_ms', 'queue_wait_ms', 'selection_us'],
  },
  tool_call_rollups: {
    dimensions: ['tool text', ...OF_TURNS],
    counts: ['calls', 'succeeded', 'cached', 'from_program', 'capability_uses'],
    histograms: ['duration_ms'],
  },
  tool_choice_rollups: {
    dimensions: ['tool text', ...OF_TURNS],
    counts: ['choices', 'missed', 'missed_and_searched'],
    histograms: [],
  },
  model_call_rollups: {
    dimensions: OF_TURNS,
    counts: ['calls', 'succeeded', 'prompt_tokens', 'cached_tokens', 'completion_tokens'],
    amounts: ['cost_usd'],
    histograms: ['latency_ms'],
  },
};

/** Sums and histograms per hour and day, from which the console answers analysts. */
export class Rollups1763600000191 implements MigrationInterface {
  name = 'Rollups1763600000191';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table] of Object.entries(tables)) await createRollups(runner, name, table);
    await runner.query(`
      CREATE TABLE "rollup_progress" (
        "org_id" uuid NOT NULL,
        "time_zone" text NOT NULL,
        "step_minutes" smallint NOT NULL,
        "rolled_until" TIMESTAMP WITH TIME ZONE NOT NULL,
        "rolled_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_rollup_progress" PRIMARY KEY ("org_id")
      )`);
    await isolateByOrg(runner, 'rollup_progress');
    await runner.query(`
      CREATE TABLE "rolled_up_turns" (
        "org_id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "pk_rolled_up_turns" PRIMARY KEY ("org_id", "turn_id")
      )`);
    await isolateByOrg(runner, 'rolled_up_turns');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['rolled_up_turns', 'rollup_progress', ...Object.keys(tables)])
      await runner.query(`DROP TABLE "${table}"`);
  }
}

async function createRollups(runner: QueryRunner, name: string, table: RollupTable): Promise<void> {
  const { dimensions, counts, amounts = [], histograms } = table;
  const columns = [
    ...dimensions,
    ...counts.map((count) => `${count} bigint NOT NULL`),
    ...amounts.map((amount) => `${amount} numeric NOT NULL`),
    ...histograms.flatMap((one) => [`${one}_buckets smallint array`, `${one}_counts bigint array`]),
  ];
  await runner.query(`
    CREATE TABLE "${name}" (
      "org_id" uuid NOT NULL,
      "grain" text NOT NULL,
      "time_zone" text NOT NULL,
      "summed_over" smallint NOT NULL,
      "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      "part" uuid NOT NULL,
      "n" integer NOT NULL,
      ${columns.join(',\n      ')},
      CONSTRAINT "ck_${name}_grain" CHECK (grain IN ('hour', 'day')),
      CONSTRAINT "pk_${name}" PRIMARY KEY ("org_id", "grain", "time_zone", "summed_over", "starts_at", "part", "n")
    )`);
  await isolateByOrg(runner, name);
}
