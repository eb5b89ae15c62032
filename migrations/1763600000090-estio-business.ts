import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Viewings and calendars, offers, contracts with their signatures, drafts and alerts of the estio pack. */
export class EstioBusiness1763600000090 implements MigrationInterface {
  name = 'EstioBusiness1763600000090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "estio_viewings" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "property_id" text NOT NULL,
        "contact_id" text NOT NULL,
        "agent_user_id" text NOT NULL,
        "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "ends_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "status" text NOT NULL DEFAULT 'scheduled',
        "notes" text NOT NULL DEFAULT '',
        "feedback" text,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_viewings_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_viewings_of_agent" ON "estio_viewings" ("org_id", "agent_user_id", "starts_at")`,
    );
    await runner.query(
      `CREATE INDEX "estio_viewings_of_property" ON "estio_viewings" ("org_id", "property_id", "starts_at")`,
    );
    await runner.query(
      `CREATE INDEX "estio_viewings_of_contact" ON "estio_viewings" ("org_id", "contact_id", "starts_at")`,
    );
    await isolateByOrg(runner, 'estio_viewings');
    await runner.query(`
      CREATE TABLE "estio_calendar_events" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "agent_user_id" text NOT NULL,
        "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "ends_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "kind" text NOT NULL,
        "title" text NOT NULL,
        "viewing_id" text,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_calendar_events_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_calendar_events_of_agent" ON "estio_calendar_events" ("org_id", "agent_user_id", "starts_at")`,
    );
    await runner.query(
      `CREATE INDEX "estio_calendar_events_of_viewing" ON "estio_calendar_events" ("org_id", "viewing_id")`,
    );
    await isolateByOrg(runner, 'estio_calendar_events');
    await runner.query(`
      CREATE TABLE "estio_offers" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "deal_id" text NOT NULL,
        "direction" text NOT NULL,
        "amount" integer NOT NULL,
        "conditions" text array NOT NULL DEFAULT '{}',
        "status" text NOT NULL,
        "valid_until" TIMESTAMP WITH TIME ZONE NOT NULL,
        "message" text NOT NULL DEFAULT '',
        "mail_id" text,
        "created_by" text NOT NULL DEFAULT 'system',
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_offers_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_offers_of_deal" ON "estio_offers" ("org_id", "deal_id", "created_at")`,
    );
    await isolateByOrg(runner, 'estio_offers');
    await runner.query(`
      CREATE TABLE "estio_contracts" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "deal_id" text NOT NULL,
        "contract_type" text NOT NULL,
        "version" integer NOT NULL,
        "status" text NOT NULL DEFAULT 'draft',
        "document_id" uuid,
        "format" text NOT NULL,
        "price" integer NOT NULL,
        "deposit" integer NOT NULL,
        "completion_date" date,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_contracts_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX "estio_contracts_version" ON "estio_contracts" ("org_id", "deal_id", "contract_type", "version")`,
    );
    await isolateByOrg(runner, 'estio_contracts');
    await runner.query(`
      CREATE TABLE "estio_signature_requests" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "contract_id" text NOT NULL,
        "provider_envelope_id" text NOT NULL,
        "status" text NOT NULL DEFAULT 'sent',
        "signers" jsonb NOT NULL,
        "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_signature_requests_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_signature_requests_of_contract" ON "estio_signature_requests" ("org_id", "contract_id")`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "estio_signature_requests_envelope" ON "estio_signature_requests" ("org_id", "provider_envelope_id")`,
    );
    await isolateByOrg(runner, 'estio_signature_requests');
    await runner.query(`
      CREATE TABLE "estio_drafts" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "contact_id" text NOT NULL,
        "conversation_id" uuid,
        "intent" text NOT NULL,
        "channel" text NOT NULL,
        "language" text NOT NULL,
        "subject" text,
        "text" text NOT NULL,
        "property_ids" text array NOT NULL DEFAULT '{}',
        "status" text NOT NULL DEFAULT 'draft',
        "generated_by" text NOT NULL,
        "created_by" text NOT NULL DEFAULT 'system',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_drafts_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_drafts_of_contact" ON "estio_drafts" ("org_id", "contact_id", "created_at")`,
    );
    await isolateByOrg(runner, 'estio_drafts');
    await runner.query(`
      CREATE TABLE "estio_listing_alerts" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "contact_id" text NOT NULL,
        "property_ids" text array NOT NULL,
        "status" text NOT NULL,
        "mail_id" text,
        "created_by" text NOT NULL DEFAULT 'system',
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_listing_alerts_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_listing_alerts_of_contact" ON "estio_listing_alerts" ("org_id", "contact_id", "created_at")`,
    );
    await isolateByOrg(runner, 'estio_listing_alerts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "estio_listing_alerts"');
    await runner.query('DROP TABLE "estio_drafts"');
    await runner.query('DROP TABLE "estio_signature_requests"');
    await runner.query('DROP TABLE "estio_contracts"');
    await runner.query('DROP TABLE "estio_offers"');
    await runner.query('DROP TABLE "estio_calendar_events"');
    await runner.query('DROP TABLE "estio_viewings"');
  }
}
