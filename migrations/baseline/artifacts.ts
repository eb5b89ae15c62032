import type { QueryRunner } from 'typeorm';

/** Artifacts of conversations, and files. */
export async function createArtifacts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- The one artifact of its kind in a conversation. Its content is in its versions.
    CREATE TABLE artifacts (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      contact_id text NOT NULL,
      kind text NOT NULL,
      title text NOT NULL,
      current_version integer NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT artifacts_pkey PRIMARY KEY (org_id, id)
    );
    CREATE UNIQUE INDEX artifacts_by_kind ON artifacts (org_id, conversation_id, kind);
    CREATE INDEX artifacts_of_contact ON artifacts (org_id, contact_id);

    -- Versions of an artifact, each kept whole and never changed.
    CREATE TABLE artifact_versions (
      org_id uuid NOT NULL,
      artifact_id uuid NOT NULL,
      version integer NOT NULL,
      conversation_id uuid NOT NULL,
      content text,
      content_json jsonb,
      bytes integer NOT NULL,
      content_hash text NOT NULL,
      strategy text NOT NULL,
      warnings text[] NOT NULL DEFAULT '{}',
      lines_added integer NOT NULL,
      lines_removed integer NOT NULL,
      created_by uuid,
      created_by_kind text NOT NULL,
      agent text,
      turn_id uuid,
      tool_call_id text,
      told_seq integer,
      created_at timestamptz NOT NULL,
      CONSTRAINT artifact_versions_pkey PRIMARY KEY (org_id, artifact_id, version)
    );
    CREATE UNIQUE INDEX artifact_versions_told ON artifact_versions (org_id, conversation_id, told_seq)
      WHERE told_seq IS NOT NULL;
    CREATE INDEX artifact_versions_by_time ON artifact_versions (org_id, conversation_id, created_at);

    -- Contents of files, apart from the files so that lists do not carry them. Equal contents of an org are stored once.
    CREATE TABLE file_contents (
      org_id uuid NOT NULL,
      sha256 text NOT NULL,
      content bytea NOT NULL,
      text text,
      text_problem text,
      CONSTRAINT file_contents_pkey PRIMARY KEY (org_id, sha256)
    );

    -- Files of messages and of shared context.
    CREATE TABLE files (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      media_type text NOT NULL,
      bytes integer NOT NULL,
      sha256 text NOT NULL,
      origin text,
      created_at timestamptz NOT NULL,
      CONSTRAINT files_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX files_by_time ON files (org_id, created_at);
    CREATE UNIQUE INDEX files_by_origin ON files (org_id, origin) WHERE origin IS NOT NULL;
    CREATE INDEX files_by_content ON files (org_id, sha256);

    -- Places where a file is used. A file without a use is removed in time.
    CREATE TABLE file_uses (
      org_id uuid NOT NULL,
      file_id uuid NOT NULL,
      place text NOT NULL,
      contact_id text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT file_uses_pkey PRIMARY KEY (org_id, file_id, place)
    );
    CREATE INDEX file_uses_of_contact ON file_uses (org_id, contact_id);
  `);
}
