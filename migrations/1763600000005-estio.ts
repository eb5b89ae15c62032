import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Properties, contact profiles, deals and activities of the estio pack. */
export class Estio1763600000005 implements MigrationInterface {
  name = 'Estio1763600000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "estio_properties" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "reference" text NOT NULL,
        "title" text NOT NULL,
        "description" text NOT NULL,
        "district" text NOT NULL,
        "area" text NOT NULL,
        "address_line" text NOT NULL,
        "property_type" text NOT NULL,
        "deal_type" text NOT NULL,
        "price" integer NOT NULL,
        "bedrooms" integer NOT NULL,
        "bathrooms" integer NOT NULL,
        "covered_area_sqm" integer NOT NULL,
        "plot_area_sqm" integer,
        "distance_to_sea" integer NOT NULL,
        "sea_view" boolean NOT NULL,
        "pool" boolean NOT NULL,
        "year_built" integer NOT NULL,
        "title_deed" text NOT NULL,
        "title_deed_number" text NOT NULL DEFAULT '',
        "energy_class" text NOT NULL,
        "status" text NOT NULL,
        "owner_contact_id" text,
        "agent_user_id" text,
        "listed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "closed_at" TIMESTAMP WITH TIME ZONE,
        "closed_price" integer,
        "sample" boolean NOT NULL DEFAULT false,
        CONSTRAINT "estio_properties_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_properties_of_owner" ON "estio_properties" ("org_id", "owner_contact_id")`,
    );
    await runner.query(
      `CREATE INDEX "estio_properties_search" ON "estio_properties" ("org_id", "status", "district", "price", "id")`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "estio_properties_reference" ON "estio_properties" ("org_id", "reference")`,
    );
    await isolateByOrg(runner, 'estio_properties');
    await runner.query(`
      CREATE TABLE "estio_contacts" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "first_name" text NOT NULL,
        "last_name" text NOT NULL,
        "type" text NOT NULL,
        "email" text,
        "phone" text,
        "language" text,
        "identity_number" text,
        "address" text,
        "status" text NOT NULL DEFAULT 'new',
        "lead_score" integer NOT NULL DEFAULT '0',
        "agent_user_id" text,
        "marketing_consent" boolean NOT NULL DEFAULT false,
        "req_districts" text array NOT NULL DEFAULT '{}',
        "req_min_price" integer,
        "req_max_price" integer,
        "req_bedrooms" integer,
        "req_bedrooms_min" integer,
        "req_notes" text NOT NULL DEFAULT '',
        "last_alert_at" TIMESTAMP WITH TIME ZONE,
        "last_activity_at" TIMESTAMP WITH TIME ZONE,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_contacts_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await isolateByOrg(runner, 'estio_contacts');
    await runner.query(`
      CREATE TABLE "estio_deals" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "contact_id" text NOT NULL,
        "property_id" text NOT NULL,
        "title" text NOT NULL,
        "deal_type" text NOT NULL,
        "stage" text NOT NULL,
        "value" integer NOT NULL,
        "agreed_price" integer,
        "expected_close_date" date,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_deals_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(`CREATE INDEX "estio_deals_of_property" ON "estio_deals" ("org_id", "property_id")`);
    await runner.query(`CREATE INDEX "estio_deals_of_contact" ON "estio_deals" ("org_id", "contact_id")`);
    await isolateByOrg(runner, 'estio_deals');
    await runner.query(`
      CREATE TABLE "estio_deal_parties" (
        "org_id" uuid NOT NULL,
        "deal_id" text NOT NULL,
        "contact_id" text NOT NULL,
        "role" text NOT NULL,
        CONSTRAINT "estio_deal_parties_pkey" PRIMARY KEY ("org_id", "deal_id", "contact_id", "role")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_deal_parties_of_contact" ON "estio_deal_parties" ("org_id", "contact_id")`,
    );
    await isolateByOrg(runner, 'estio_deal_parties');
    await runner.query(`
      CREATE TABLE "estio_activities" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "contact_id" text NOT NULL,
        "deal_id" text,
        "property_id" text,
        "type" text NOT NULL,
        "summary" text NOT NULL,
        "outcome" text NOT NULL DEFAULT 'none',
        "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        "created_by" text NOT NULL,
        "sample" boolean NOT NULL DEFAULT false,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "estio_activities_pkey" PRIMARY KEY ("org_id", "id")
      )
    `);
    await runner.query(
      `CREATE INDEX "estio_activities_of_deal" ON "estio_activities" ("org_id", "deal_id", "occurred_at")`,
    );
    await runner.query(
      `CREATE INDEX "estio_activities_of_contact" ON "estio_activities" ("org_id", "contact_id", "occurred_at")`,
    );
    await isolateByOrg(runner, 'estio_activities');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "estio_activities"');
    await runner.query('DROP TABLE "estio_deal_parties"');
    await runner.query('DROP TABLE "estio_deals"');
    await runner.query('DROP TABLE "estio_contacts"');
    await runner.query('DROP TABLE "estio_properties"');
  }
}
