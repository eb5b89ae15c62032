import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** What leaves the system: webhook deliveries with their attempts and secrets, and mail. */
export class Outbound1763600000010 implements MigrationInterface {
  name = 'Outbound1763600000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "webhook_deliveries" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "conversation_id" uuid NOT NULL,
        "event" text NOT NULL,
        "url" text NOT NULL,
        "state" text NOT NULL DEFAULT 'pending',
        "attempts" integer NOT NULL DEFAULT '0',
        "round" integer NOT NULL DEFAULT '0',
        "round_attempts" integer NOT NULL DEFAULT '0',
        "round_began_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "next_attempt_at" TIMESTAMP WITH TIME ZONE,
        "last_status" integer,
        "last_error" text,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "finished_at" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" ("org_id", "created_at", "id")`,
    );
    await runner.query(
      `CREATE INDEX "webhook_deliveries_of_turn" ON "webhook_deliveries" ("org_id", "turn_id")`,
    );
    await runner.query(`
      CREATE TABLE "webhook_attempts" (
        "org_id" uuid NOT NULL,
        "delivery_id" uuid NOT NULL,
        "seq" integer NOT NULL,
        "status" integer,
        "error" text,
        "duration_ms" double precision NOT NULL,
        "at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("org_id", "delivery_id", "seq")
      )
    `);
    await runner.query(`
      CREATE TABLE "webhook_secrets" (
        "org_id" uuid NOT NULL,
        "secret" text NOT NULL,
        "previous_secret" text,
        "previous_until" TIMESTAMP WITH TIME ZONE,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("org_id")
      )
    `);
    await runner.query(`
      CREATE TABLE "outbox_messages" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "key" text NOT NULL,
        "transport" text NOT NULL,
        "state" text NOT NULL,
        "sender" text,
        "recipients" text array NOT NULL,
        "subject" text NOT NULL,
        "text" text NOT NULL,
        "html" text,
        "reply_to" text,
        "attachments" jsonb NOT NULL DEFAULT '[]',
        "error" text,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "sent_at" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "outbox_messages_by_key" UNIQUE ("org_id", "key"),
        CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "outbox_messages_by_time" ON "outbox_messages" ("org_id", "created_at", "id")`,
    );
    for (const table of TABLES) await isolateByOrg(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`DROP TABLE "${table}"`);
  }
}

const TABLES = ['webhook_deliveries', 'webhook_attempts', 'webhook_secrets', 'outbox_messages'];
