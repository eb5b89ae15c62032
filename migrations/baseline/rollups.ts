import type { QueryRunner } from 'typeorm';

/** A rollup with these sums and histograms. */
const rollup = (name: string, columns: string) => `
    CREATE TABLE ${name} (
      org_id uuid NOT NULL,
      grain text NOT NULL,
      time_zone text NOT NULL,
      starts_at timestamptz NOT NULL,
      summed_over smallint NOT NULL,
      part uuid NOT NULL,
      entries integer NOT NULL,
      keys integer[] NOT NULL,
      ${columns},
      CONSTRAINT pk_${name} PRIMARY KEY (org_id, grain, time_zone, starts_at, summed_over, part),
      CONSTRAINT ck_${name}_grain CHECK (grain IN ('hour', 'day', 'week', 'kept'))
    );`;

const histogram = (name: string) =>
  `${name}_keys integer[], ${name}_buckets smallint[], ${name}_counts integer[], ${name}_packed bytea`;

/** Sums and histograms per hour, day and week, from which the console answers analysts. */
export async function createRollups(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- Dimensions of the cells of all rollups. '' and {} stand for a dimension that a source lacks or that is summed over.
    CREATE TABLE rollup_keys (
      org_id uuid NOT NULL,
      id integer GENERATED ALWAYS AS IDENTITY,
      tool text NOT NULL,
      agent text NOT NULL,
      channel text NOT NULL,
      model text NOT NULL,
      intents text[] NOT NULL,
      broker_mode text NOT NULL,
      CONSTRAINT pk_rollup_keys PRIMARY KEY (org_id, id),
      CONSTRAINT uq_rollup_keys UNIQUE (org_id, tool, agent, channel, model, intents, broker_mode)
    );

    -- A rollup is one row per hour, day or week. Its cells are arrays in the order of keys: a row per cell took more
    -- space than the rows that it was made of. Histograms are packed bytes or, in older rows, arrays.
    ${rollup(
      'turn_rollups',
      `
      turns integer[],
      conversations integer[],
      completed integer[],
      failed integer[],
      decisions integer[],
      measured integer[],
      in_brokered_set integer[],
      feedback_up integer[],
      feedback_down integer[],
      insights_used integer[],
      asked_back integer[],
      prompt_tokens bigint[],
      cached_tokens bigint[],
      completion_tokens bigint[],
      tools_in_scope bigint[],
      tools_offered bigint[],
      tokens_saved bigint[],
      cached_tokens_lost bigint[],
      cost_usd numeric[],
      ${histogram('latency_ms')},
      ${histogram('queue_wait_ms')},
      ${histogram('selection_us')}
    `,
    )}

    ${rollup(
      'tool_call_rollups',
      `
      calls integer[],
      succeeded integer[],
      cached integer[],
      from_program integer[],
      capability_uses integer[],
      ${histogram('duration_ms')}
    `,
    )}

    ${rollup(
      'tool_choice_rollups',
      `
      choices integer[],
      missed integer[],
      missed_and_searched integer[]
    `,
    )}

    ${rollup(
      'model_call_rollups',
      `
      calls integer[],
      succeeded integer[],
      prompt_tokens bigint[],
      cached_tokens bigint[],
      completion_tokens bigint[],
      cost_usd numeric[],
      ${histogram('latency_ms')}
    `,
    )}

    -- How far the rows of an org are rolled up. Hours before decisions_since are never summed again: the broker decisions
    -- for them may be deleted. took_ms is the duration of the last round.
    CREATE TABLE rollup_progress (
      org_id uuid CONSTRAINT pk_rollup_progress PRIMARY KEY,
      time_zone text NOT NULL,
      step_minutes smallint NOT NULL,
      rolled_until timestamptz NOT NULL,
      rolled_at timestamptz NOT NULL,
      decisions_since timestamptz,
      seen_xid bigint,
      seen_at timestamptz NOT NULL,
      took_ms integer NOT NULL DEFAULT 0
    );

    -- Turns that were rolled up and are being erased. They must not count twice while their rows still exist.
    CREATE TABLE rolled_up_turns (
      org_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT pk_rolled_up_turns PRIMARY KEY (org_id, turn_id)
    );
  `);
}
