import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Invitations into the console, by the hash of the token in their link; and who did something, found in the audit log. */
export class Invitations1763600000180 implements MigrationInterface {
  name = 'Invitations1763600000180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "invitations" (
        "id" uuid CONSTRAINT "pk_invitations" PRIMARY KEY,
        "org_id" uuid CONSTRAINT "fk_invitations_org" REFERENCES "orgs" ("id") ON DELETE CASCADE,
        "email" text NOT NULL,
        "role" text NOT NULL,
        "token_hash" bytea NOT NULL CONSTRAINT "uq_invitations_token" UNIQUE,
        "invited_by" uuid,
        "created_at" timestamptz NOT NULL,
        "expires_at" timestamptz NOT NULL,
        "accepted_at" timestamptz,
        "revoked_at" timestamptz
      )`);
    await runner.query(`CREATE INDEX "ix_invitations_org_created" ON "invitations" ("org_id", "created_at")`);
    await isolateByOrg(runner, 'invitations');
    await runner.query(
      `CREATE INDEX "ix_audit_log_actor_at" ON "audit_log" ("actor_user_id", "at", "id") WHERE actor_user_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "ix_audit_log_actor_at"');
    await runner.query('DROP TABLE "invitations"');
  }
}
