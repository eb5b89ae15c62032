import type { QueryRunner } from 'typeorm';

/** Tables of the pack consult: leads, session results, case studies and documents. */
export async function createConsult(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE consult_leads (
      org_id uuid NOT NULL,
      id text NOT NULL,
      conversation_id uuid,
      name text,
      email text,
      company text,
      role text,
      industry text,
      website text,
      team_roles text,
      tech_stack text,
      pain_points text[] NOT NULL DEFAULT '{}',
      current_state text,
      monthly_value double precision,
      asked_for_price boolean NOT NULL DEFAULT false,
      score integer NOT NULL DEFAULT 0,
      capabilities_shown text[] NOT NULL DEFAULT '{}',
      booking_link_shared_at timestamptz,
      booked_at timestamptz,
      booking_told_at timestamptz,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT consult_leads_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX consult_leads_by_time ON consult_leads (org_id, created_at, id);
    CREATE INDEX consult_leads_by_email ON consult_leads (org_id, email);

    CREATE TABLE consult_sessions (
      org_id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      contact_id text,
      capabilities_shown text[] NOT NULL DEFAULT '{}',
      last_roi jsonb,
      last_cost_of_inaction jsonb,
      updated_at timestamptz NOT NULL,
      CONSTRAINT consult_sessions_pkey PRIMARY KEY (org_id, conversation_id)
    );
    CREATE INDEX consult_sessions_of_contact ON consult_sessions (org_id, contact_id);

    CREATE TABLE consult_case_studies (
      org_id uuid NOT NULL,
      id text NOT NULL,
      title text NOT NULL,
      industry text NOT NULL,
      use_case text NOT NULL,
      problem text NOT NULL,
      result text NOT NULL,
      metric_value double precision,
      metric_unit text,
      year integer,
      is_sample boolean NOT NULL DEFAULT false,
      stems text[] NOT NULL DEFAULT '{}',
      CONSTRAINT consult_case_studies_pkey PRIMARY KEY (org_id, id)
    );

    CREATE TABLE consult_documents (
      org_id uuid NOT NULL,
      id text NOT NULL,
      conversation_id uuid,
      contact_id text,
      kind text NOT NULL,
      version integer NOT NULL,
      markdown text NOT NULL,
      data jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT consult_documents_pkey PRIMARY KEY (org_id, id)
    );
    CREATE UNIQUE INDEX consult_documents_versions ON consult_documents (org_id, conversation_id, kind, version);
    CREATE INDEX consult_documents_of_contact ON consult_documents (org_id, contact_id);
  `);
}
