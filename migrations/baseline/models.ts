import type { QueryRunner } from 'typeorm';

/** Budgets and usage, models and keys of orgs, and the state of providers. */
export async function createModels(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- What an org may spend on models in a day or a month of its time zone.
    CREATE TABLE budgets (
      org_id uuid NOT NULL,
      period text NOT NULL,
      soft_usd numeric(12,6),
      hard_usd numeric(12,6),
      changed_at timestamptz NOT NULL,
      CONSTRAINT pk_budgets PRIMARY KEY (org_id, period),
      CONSTRAINT ck_budgets_period CHECK (period IN ('day', 'month'))
    );

    -- Money held for running calls. If a lease runs out, its worker died, and the call is counted at the held amount.
    CREATE TABLE budget_reservations (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      amount_usd numeric(16,10) NOT NULL,
      day date NOT NULL,
      provider text NOT NULL,
      model text NOT NULL,
      tier text NOT NULL,
      prompt_tokens bigint NOT NULL,
      completion_tokens bigint NOT NULL,
      lease_until timestamptz NOT NULL,
      CONSTRAINT pk_budget_reservations PRIMARY KEY (org_id, id)
    );

    -- Answered model calls, each stored once with its step, until they are added up in model_usage.
    CREATE TABLE model_calls (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      day date NOT NULL,
      provider text NOT NULL,
      model text NOT NULL,
      tier text NOT NULL,
      prompt_tokens bigint NOT NULL,
      cached_tokens bigint NOT NULL,
      cache_write_tokens bigint NOT NULL DEFAULT 0,
      completion_tokens bigint NOT NULL,
      cost_usd numeric(18,10) NOT NULL,
      estimated boolean NOT NULL DEFAULT false,
      stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT pk_model_calls PRIMARY KEY (org_id, id)
    );

    -- Use of a model by an org in a day of its time zone, without the calls that are still in model_calls.
    CREATE TABLE model_usage (
      org_id uuid NOT NULL,
      day date NOT NULL,
      provider text NOT NULL,
      model text NOT NULL,
      tier text NOT NULL,
      calls bigint NOT NULL,
      estimated_calls bigint NOT NULL DEFAULT 0,
      prompt_tokens bigint NOT NULL,
      cached_tokens bigint NOT NULL,
      cache_write_tokens bigint NOT NULL DEFAULT 0,
      completion_tokens bigint NOT NULL,
      cost_usd numeric(18,10) NOT NULL,
      estimated_usd numeric(18,10) NOT NULL DEFAULT 0,
      CONSTRAINT pk_model_usage PRIMARY KEY (org_id, day, provider, model, tier)
    );

    -- An org's own models, on servers that speak OpenAI's chat completions. Prices in USD per million tokens.
    CREATE TABLE org_models (
      org_id uuid NOT NULL,
      name text NOT NULL,
      model text NOT NULL,
      base_url text NOT NULL,
      tier text NOT NULL,
      input_usd numeric(12,6) NOT NULL,
      cached_input_usd numeric(12,6) NOT NULL,
      output_usd numeric(12,6) NOT NULL,
      context_window_tokens integer NOT NULL,
      max_output_tokens integer NOT NULL,
      input_margin double precision NOT NULL,
      abilities text[] NOT NULL,
      api_key text,
      changed_at timestamptz NOT NULL,
      changed_by uuid,
      CONSTRAINT pk_org_models PRIMARY KEY (org_id, name),
      CONSTRAINT ck_org_models_tier CHECK (tier IN ('flash', 'standard', 'premium'))
    );

    -- Tiers that an org gives models and tasks in place of the platform's.
    CREATE TABLE org_tiers (
      org_id uuid NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      tier text NOT NULL,
      changed_at timestamptz NOT NULL,
      changed_by uuid,
      CONSTRAINT pk_org_tiers PRIMARY KEY (org_id, kind, name),
      CONSTRAINT ck_org_tiers_kind CHECK (kind IN ('model', 'task')),
      CONSTRAINT ck_org_tiers_tier
        CHECK (tier IN ('flash', 'standard', 'premium') OR (kind = 'model' AND tier = 'off'))
    );

    -- An org's own keys of model providers, encrypted.
    CREATE TABLE org_provider_keys (
      org_id uuid NOT NULL,
      provider text NOT NULL,
      fingerprint text NOT NULL,
      sealed text NOT NULL,
      added_at timestamptz NOT NULL,
      added_by uuid,
      CONSTRAINT pk_org_provider_keys PRIMARY KEY (org_id, provider, fingerprint),
      CONSTRAINT ck_org_provider_keys_provider CHECK (provider IN ('google', 'openai', 'anthropic'))
    );

    -- The mean length of the answers to each task of an org, from its last calls.
    CREATE TABLE task_outputs (
      org_id uuid NOT NULL,
      task_type text NOT NULL,
      mean_tokens double precision NOT NULL,
      calls bigint NOT NULL,
      CONSTRAINT pk_task_outputs PRIMARY KEY (org_id, task_type)
    );

    -- Keys of model providers that are cooling down or were refused. The key itself is not stored here.
    CREATE TABLE provider_key_states (
      provider text NOT NULL,
      fingerprint text NOT NULL,
      cooldown_until timestamptz,
      removed_status integer,
      changed_at timestamptz NOT NULL,
      CONSTRAINT pk_provider_key_states PRIMARY KEY (provider, fingerprint)
    );

    -- Models that their provider does not know (404). No process calls them until cooldown_until.
    CREATE TABLE model_cooldowns (
      place text NOT NULL,
      model text NOT NULL,
      cooldown_until timestamptz NOT NULL,
      changed_at timestamptz NOT NULL,
      CONSTRAINT pk_model_cooldowns PRIMARY KEY (place, model)
    );

    -- Circuit breakers of each process, written every few seconds. Those of the deployment's models belong to no org.
    CREATE TABLE model_circuits (
      process uuid NOT NULL,
      circuit text NOT NULL,
      app text NOT NULL,
      org_id uuid,
      provider text NOT NULL,
      model text NOT NULL,
      state text NOT NULL,
      failure text,
      since timestamptz NOT NULL,
      seen_at timestamptz NOT NULL,
      CONSTRAINT pk_model_circuits PRIMARY KEY (process, circuit)
    );
  `);
}
