import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Conversations, messages and turns with their journal and events. */
export class Turns1763600000002 implements MigrationInterface {
  name = 'Turns1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "conversations" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "contact_id" text NOT NULL,
        "channel" text NOT NULL,
        "pack" text NOT NULL,
        "agent" text,
        "status" text NOT NULL DEFAULT 'open',
        "turn_count" integer NOT NULL DEFAULT '0',
        "message_count" integer NOT NULL DEFAULT '0',
        "recent_tools" text array NOT NULL DEFAULT '{}',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "last_message_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "conversations_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "conversations_by_time" ON "conversations" ("org_id", "last_message_at", "id")`,
    );
    await runner.query(
      `CREATE INDEX "conversations_of_contact" ON "conversations" ("org_id", "contact_id", "channel", "last_message_at")`,
    );
    await runner.query(`
      CREATE TABLE "messages" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "conversation_id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "turn_seq" integer NOT NULL,
        "seq" smallint NOT NULL,
        "role" text NOT NULL,
        "author_kind" text NOT NULL,
        "author_user_id" uuid,
        "text" text NOT NULL,
        "attachments" jsonb NOT NULL DEFAULT '[]',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "messages_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "messages_in_order" ON "messages" ("org_id", "conversation_id", "turn_seq", "seq")`,
    );
    await runner.query(`
      CREATE TABLE "turns" (
        "org_id" uuid NOT NULL,
        "id" uuid NOT NULL,
        "conversation_id" uuid NOT NULL,
        "seq" integer NOT NULL,
        "message_id" uuid NOT NULL,
        "state" text NOT NULL DEFAULT 'queued',
        "run" integer NOT NULL DEFAULT '0',
        "starts" integer NOT NULL DEFAULT '0',
        "channel" text NOT NULL,
        "pack" text NOT NULL,
        "requested_agent" text,
        "agent" text,
        "contact_id" text NOT NULL,
        "caller_kind" text NOT NULL,
        "caller_user_id" uuid,
        "lease_token" uuid,
        "lease_until" TIMESTAMP WITH TIME ZONE,
        "cancel_requested" boolean NOT NULL DEFAULT false,
        "model" text,
        "reply_message_id" uuid,
        "error_class" text,
        "error_message" text,
        "prompt_tokens" integer NOT NULL DEFAULT '0',
        "cached_tokens" integer NOT NULL DEFAULT '0',
        "completion_tokens" integer NOT NULL DEFAULT '0',
        "cost_usd" numeric(14,8) NOT NULL DEFAULT '0',
        "model_rounds" integer NOT NULL DEFAULT '0',
        "tool_calls" integer NOT NULL DEFAULT '0',
        "model_ms" double precision NOT NULL DEFAULT '0',
        "tool_ms" double precision NOT NULL DEFAULT '0',
        "trace_id" text NOT NULL,
        "traceparent" text NOT NULL,
        "external_id" text,
        "callback_url" text,
        "metadata" jsonb NOT NULL DEFAULT '{}',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "started_at" TIMESTAMP WITH TIME ZONE,
        "finished_at" TIMESTAMP WITH TIME ZONE,
        CONSTRAINT "turns_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "turns_by_trace" ON "turns" ("trace_id")`);
    await runner.query(
      `CREATE INDEX "turns_unfinished" ON "turns" ("org_id", "conversation_id", "seq") WHERE state IN ('queued', 'running')`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "turns_by_external_id" ON "turns" ("org_id", "channel", "external_id") WHERE external_id IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "turns_by_time" ON "turns" ("org_id", "created_at", "id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "turns_in_order" ON "turns" ("org_id", "conversation_id", "seq")`,
    );
    await runner.query(`
      CREATE TABLE "turn_steps" (
        "org_id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "key" text NOT NULL,
        "request_hash" text NOT NULL,
        "outcome" jsonb NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT "turn_steps_pkey" PRIMARY KEY ("org_id", "turn_id", "key")
      )
    `);
    await runner.query(`
      CREATE TABLE "turn_events" (
        "org_id" uuid NOT NULL,
        "turn_id" uuid NOT NULL,
        "seq" integer NOT NULL,
        "type" text NOT NULL,
        "payload" jsonb NOT NULL DEFAULT '{}',
        "at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "turn_events_pkey" PRIMARY KEY ("org_id", "turn_id", "seq")
      )
    `);
    await runner.query(`
      CREATE TABLE "idempotency_keys" (
        "org_id" uuid NOT NULL,
        "key" text NOT NULL,
        "body_hash" text NOT NULL,
        "turn_id" uuid NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("org_id", "key")
      )
    `);
    await runner.query(`CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" ("created_at")`);
    await runner.query(`
      CREATE TABLE "message_minutes" (
        "org_id" uuid NOT NULL,
        "minute" TIMESTAMP WITH TIME ZONE NOT NULL,
        "count" integer NOT NULL,
        CONSTRAINT "message_minutes_pkey" PRIMARY KEY ("org_id", "minute")
      )
    `);
    await isolateByOrg(runner, 'conversations');
    await isolateByOrg(runner, 'messages');
    await isolateByOrg(runner, 'turns');
    await isolateByOrg(runner, 'turn_steps');
    await isolateByOrg(runner, 'turn_events');
    await isolateByOrg(runner, 'idempotency_keys');
    await isolateByOrg(runner, 'message_minutes');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "message_minutes"');
    await runner.query('DROP TABLE "idempotency_keys"');
    await runner.query('DROP TABLE "turn_events"');
    await runner.query('DROP TABLE "turn_steps"');
    await runner.query('DROP TABLE "turns"');
    await runner.query('DROP TABLE "messages"');
    await runner.query('DROP TABLE "conversations"');
  }
}
