import type { QueryRunner } from 'typeorm';

/** Webhook deliveries and mail. */
export async function createOutbound(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- Events of turns on their way to receivers. The id is the webhook-id of every attempt.
    CREATE TABLE webhook_deliveries (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      turn_id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      event text NOT NULL,
      url text NOT NULL,
      state text NOT NULL DEFAULT 'pending',
      attempts integer NOT NULL DEFAULT 0,
      round integer NOT NULL DEFAULT 0,
      round_attempts integer NOT NULL DEFAULT 0,
      round_began_at timestamptz NOT NULL,
      next_attempt_at timestamptz,
      last_status integer,
      last_error text,
      created_at timestamptz NOT NULL,
      finished_at timestamptz,
      CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (org_id, created_at, id);
    CREATE INDEX webhook_deliveries_of_turn ON webhook_deliveries (org_id, turn_id);

    -- Attempts of deliveries. The receiver's answer itself is not kept.
    CREATE TABLE webhook_attempts (
      org_id uuid NOT NULL,
      delivery_id uuid NOT NULL,
      seq integer NOT NULL,
      status integer,
      error text,
      duration_ms double precision NOT NULL,
      at timestamptz NOT NULL,
      CONSTRAINT webhook_attempts_pkey PRIMARY KEY (org_id, delivery_id, seq)
    );

    -- Secrets that sign an org's webhooks, encrypted.
    CREATE TABLE webhook_secrets (
      org_id uuid CONSTRAINT webhook_secrets_pkey PRIMARY KEY,
      secret text NOT NULL,
      previous_secret text,
      previous_until timestamptz,
      created_at timestamptz NOT NULL
    );

    -- Mails that tools wrote. With the transport outbox, nothing is sent.
    CREATE TABLE outbox_messages (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      key text NOT NULL,
      transport text NOT NULL,
      state text NOT NULL,
      sender text,
      recipients text[] NOT NULL,
      subject text NOT NULL,
      text text NOT NULL,
      html text,
      reply_to text,
      attachments jsonb NOT NULL DEFAULT '[]',
      error text,
      created_at timestamptz NOT NULL,
      sent_at timestamptz,
      CONSTRAINT outbox_messages_pkey PRIMARY KEY (org_id, id),
      CONSTRAINT outbox_messages_by_key UNIQUE (org_id, key)
    );
    CREATE INDEX outbox_messages_by_time ON outbox_messages (org_id, created_at, id);
  `);
}
