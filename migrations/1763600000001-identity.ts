import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg, ORG_ROLE, PLATFORM_ROLE, platformOnly } from '#database';

/** Orgs, the people in them, contacts, keys, sessions and the audit log. */
export class Identity1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "orgs" (
        "id" uuid CONSTRAINT "pk_orgs" PRIMARY KEY,
        "slug" text NOT NULL CONSTRAINT "uq_orgs_slug" UNIQUE,
        "name" text NOT NULL,
        "default_pack" text,
        "packs" text[] NOT NULL DEFAULT '{}',
        "timezone" text NOT NULL DEFAULT 'UTC',
        "settings" jsonb NOT NULL DEFAULT '{}',
        "created_at" timestamptz NOT NULL
      )`);
    await isolateByOrg(runner, 'orgs', 'id');

    await runner.query(`
      CREATE TABLE "users" (
        "id" uuid CONSTRAINT "pk_users" PRIMARY KEY,
        "org_id" uuid CONSTRAINT "fk_users_org" REFERENCES "orgs" ("id") ON DELETE CASCADE,
        "email" text CONSTRAINT "uq_users_email" UNIQUE,
        "name" text NOT NULL,
        "handle" text NOT NULL,
        "role" text NOT NULL,
        "password_hash" text,
        "created_at" timestamptz NOT NULL,
        "disabled_at" timestamptz,
        CONSTRAINT "uq_users_org_handle" UNIQUE NULLS NOT DISTINCT ("org_id", "handle"),
        CONSTRAINT "ck_users_email_lower" CHECK (email = lower(email)),
        CONSTRAINT "ck_users_role_org" CHECK (
          (role = 'platform_admin' AND org_id IS NULL)
          OR role = 'analyst'
          OR (role IN ('org_admin', 'member') AND org_id IS NOT NULL)
        )
      )`);
    await isolateByOrg(runner, 'users');

    await runner.query(`
      CREATE TABLE "contacts" (
        "org_id" uuid NOT NULL,
        "id" text NOT NULL,
        "name" text,
        "language" text,
        "created_at" timestamptz NOT NULL,
        CONSTRAINT "pk_contacts" PRIMARY KEY ("org_id", "id"),
        CONSTRAINT "ck_contacts_id_length" CHECK (length(id) BETWEEN 1 AND 128)
      )`);
    await isolateByOrg(runner, 'contacts');

    await runner.query(`
      CREATE TABLE "api_keys" (
        "id" uuid CONSTRAINT "pk_api_keys" PRIMARY KEY,
        "org_id" uuid NOT NULL CONSTRAINT "fk_api_keys_org" REFERENCES "orgs" ("id") ON DELETE CASCADE,
        "name" text NOT NULL,
        "hash" bytea NOT NULL CONSTRAINT "uq_api_keys_hash" UNIQUE,
        "prefix" text NOT NULL,
        "scopes" text[] NOT NULL,
        "user_id" uuid CONSTRAINT "fk_api_keys_user" REFERENCES "users" ("id") ON DELETE CASCADE,
        "created_at" timestamptz NOT NULL,
        "last_used_at" timestamptz,
        "revoked_at" timestamptz
      )`);
    await runner.query(`CREATE INDEX "ix_api_keys_org_created" ON "api_keys" ("org_id", "created_at")`);
    await isolateByOrg(runner, 'api_keys');

    await runner.query(`
      CREATE TABLE "sessions" (
        "token_hash" bytea CONSTRAINT "pk_sessions" PRIMARY KEY,
        "user_id" uuid NOT NULL CONSTRAINT "fk_sessions_user" REFERENCES "users" ("id") ON DELETE CASCADE,
        "csrf_token" text NOT NULL,
        "created_at" timestamptz NOT NULL,
        "last_seen_at" timestamptz NOT NULL,
        "expires_at" timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX "ix_sessions_user" ON "sessions" ("user_id")`);
    await runner.query(`CREATE INDEX "ix_sessions_expires" ON "sessions" ("expires_at")`);
    await platformOnly(runner, 'sessions');

    await runner.query(`
      CREATE TABLE "sign_in_attempts" (
        "subject" text CONSTRAINT "pk_sign_in_attempts" PRIMARY KEY,
        "failures" integer NOT NULL,
        "window_started_at" timestamptz NOT NULL
      )`);
    await platformOnly(runner, 'sign_in_attempts');

    await runner.query(`
      CREATE TABLE "audit_log" (
        "id" uuid CONSTRAINT "pk_audit_log" PRIMARY KEY,
        "org_id" uuid,
        "actor_kind" text NOT NULL,
        "actor_user_id" uuid,
        "action" text NOT NULL,
        "target" text NOT NULL,
        "before" jsonb,
        "after" jsonb,
        "reason" text,
        "at" timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX "ix_audit_log_org_at" ON "audit_log" ("org_id", "at", "id")`);
    await runner.query(`CREATE INDEX "ix_audit_log_at" ON "audit_log" ("at", "id")`);
    await isolateByOrg(runner, 'audit_log');
    // What was recorded stays as it was recorded; only retention deletes, across orgs.
    await runner.query(`REVOKE UPDATE, DELETE ON "audit_log" FROM ${ORG_ROLE}`);
    await runner.query(`REVOKE UPDATE ON "audit_log" FROM ${PLATFORM_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'audit_log',
      'sign_in_attempts',
      'sessions',
      'api_keys',
      'contacts',
      'users',
      'orgs',
    ]) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
