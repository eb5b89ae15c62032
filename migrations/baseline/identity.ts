import type { QueryRunner } from 'typeorm';

/** Orgs, users, contacts, keys, sessions and the audit log. */
export async function createIdentity(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- A customer of the platform. Every other row belongs to an org or to the platform itself.
    CREATE TABLE orgs (
      id uuid CONSTRAINT pk_orgs PRIMARY KEY,
      slug text NOT NULL CONSTRAINT uq_orgs_slug UNIQUE,
      name text NOT NULL,
      default_pack text,
      packs text[] NOT NULL DEFAULT '{}',
      timezone text NOT NULL DEFAULT 'UTC',
      settings jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL
    );

    -- People who sign in to the console or answer as staff. A platform admin and an analyst of all orgs have no org.
    CREATE TABLE users (
      id uuid CONSTRAINT pk_users PRIMARY KEY,
      org_id uuid CONSTRAINT fk_users_org REFERENCES orgs (id) ON DELETE CASCADE,
      email text CONSTRAINT uq_users_email UNIQUE,
      name text NOT NULL,
      handle text NOT NULL,
      role text NOT NULL,
      password_hash text,
      created_at timestamptz NOT NULL,
      disabled_at timestamptz,
      CONSTRAINT ck_users_email_lower CHECK (email = lower(email)),
      CONSTRAINT ck_users_role_org CHECK (
        (role = 'platform_admin' AND org_id IS NULL)
        OR role = 'analyst'
        OR (role IN ('org_admin', 'member') AND org_id IS NOT NULL)
      ),
      CONSTRAINT uq_users_org_handle UNIQUE NULLS NOT DISTINCT (org_id, handle)
    );

    -- People who write to an org. The id is the text by which the caller knows the person. Until erasing_until,
    -- nothing new is accepted for the contact, because its erasure is running.
    CREATE TABLE contacts (
      org_id uuid NOT NULL,
      id text NOT NULL,
      name text,
      language text,
      created_at timestamptz NOT NULL,
      erasing_until timestamptz,
      CONSTRAINT pk_contacts PRIMARY KEY (org_id, id),
      CONSTRAINT ck_contacts_id_length CHECK (length(id) BETWEEN 1 AND 128)
    );

    -- Keys of an org, by their hash.
    CREATE TABLE api_keys (
      id uuid CONSTRAINT pk_api_keys PRIMARY KEY,
      org_id uuid NOT NULL CONSTRAINT fk_api_keys_org REFERENCES orgs (id) ON DELETE CASCADE,
      name text NOT NULL,
      hash bytea NOT NULL CONSTRAINT uq_api_keys_hash UNIQUE,
      prefix text NOT NULL,
      scopes text[] NOT NULL,
      user_id uuid CONSTRAINT fk_api_keys_user REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    CREATE INDEX ix_api_keys_org_created ON api_keys (org_id, created_at);

    -- Sign-ins to the console, by the hash of the cookie.
    CREATE TABLE sessions (
      token_hash bytea CONSTRAINT pk_sessions PRIMARY KEY,
      user_id uuid NOT NULL CONSTRAINT fk_sessions_user REFERENCES users (id) ON DELETE CASCADE,
      csrf_token text NOT NULL,
      created_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX ix_sessions_user ON sessions (user_id);
    CREATE INDEX ix_sessions_expires ON sessions (expires_at);

    -- Failed sign-ins within the current window, per e-mail, per address, and per e-mail at an address.
    CREATE TABLE sign_in_attempts (
      subject text CONSTRAINT pk_sign_in_attempts PRIMARY KEY,
      failures integer NOT NULL,
      window_started_at timestamptz NOT NULL
    );

    -- Invitations into the console and links that set a new password (those name a user), by the hash of the token.
    CREATE TABLE invitations (
      id uuid CONSTRAINT pk_invitations PRIMARY KEY,
      org_id uuid CONSTRAINT fk_invitations_org REFERENCES orgs (id) ON DELETE CASCADE,
      user_id uuid CONSTRAINT fk_invitations_user REFERENCES users (id) ON DELETE CASCADE,
      email text NOT NULL,
      role text NOT NULL,
      token_hash bytea NOT NULL CONSTRAINT uq_invitations_token UNIQUE,
      invited_by uuid,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      accepted_at timestamptz,
      revoked_at timestamptz
    );
    CREATE INDEX ix_invitations_org_created ON invitations (org_id, created_at);

    -- Changes that people, keys and the platform made. Rows are never updated; only retention deletes them.
    CREATE TABLE audit_log (
      id uuid CONSTRAINT pk_audit_log PRIMARY KEY,
      org_id uuid,
      actor_kind text NOT NULL,
      actor_user_id uuid,
      action text NOT NULL,
      target text NOT NULL,
      before jsonb,
      after jsonb,
      reason text,
      at timestamptz NOT NULL
    );
    CREATE INDEX ix_audit_log_org_at ON audit_log (org_id, at, id);
    CREATE INDEX ix_audit_log_at ON audit_log (at, id);
    CREATE INDEX ix_audit_log_actor_at ON audit_log (actor_user_id, at, id)
      WHERE actor_user_id IS NOT NULL;
  `);
}
