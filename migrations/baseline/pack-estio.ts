import type { QueryRunner } from 'typeorm';

/** Tables of the pack estio: properties, contact profiles, deals and the documents around them. */
export async function createEstio(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE estio_properties (
      org_id uuid NOT NULL,
      id text NOT NULL,
      reference text NOT NULL,
      title text NOT NULL,
      description text NOT NULL,
      district text NOT NULL,
      area text NOT NULL,
      address_line text NOT NULL,
      property_type text NOT NULL,
      deal_type text NOT NULL,
      price integer NOT NULL,
      bedrooms integer NOT NULL,
      bathrooms integer NOT NULL,
      covered_area_sqm integer NOT NULL,
      plot_area_sqm integer,
      distance_to_sea integer NOT NULL,
      sea_view boolean NOT NULL,
      pool boolean NOT NULL,
      year_built integer NOT NULL,
      title_deed text NOT NULL,
      title_deed_number text NOT NULL DEFAULT '',
      energy_class text NOT NULL,
      status text NOT NULL,
      owner_contact_id text,
      agent_user_id text,
      listed_at timestamptz NOT NULL,
      closed_at timestamptz,
      closed_price integer,
      sample boolean NOT NULL DEFAULT false,
      CONSTRAINT estio_properties_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_properties_of_owner ON estio_properties (org_id, owner_contact_id);
    CREATE INDEX estio_properties_search ON estio_properties (org_id, status, district, price, id);
    CREATE UNIQUE INDEX estio_properties_reference ON estio_properties (org_id, reference);

    CREATE TABLE estio_contacts (
      org_id uuid NOT NULL,
      id text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      type text NOT NULL,
      email text,
      phone text,
      language text,
      identity_number text,
      address text,
      status text NOT NULL DEFAULT 'new',
      lead_score integer NOT NULL DEFAULT 0,
      agent_user_id text,
      marketing_consent boolean NOT NULL DEFAULT false,
      req_districts text[] NOT NULL DEFAULT '{}',
      req_min_price integer,
      req_max_price integer,
      req_bedrooms integer,
      req_bedrooms_min integer,
      req_notes text NOT NULL DEFAULT '',
      last_alert_at timestamptz,
      last_activity_at timestamptz,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT estio_contacts_pkey PRIMARY KEY (org_id, id)
    );

    CREATE TABLE estio_deals (
      org_id uuid NOT NULL,
      id text NOT NULL,
      contact_id text NOT NULL,
      property_id text NOT NULL,
      title text NOT NULL,
      deal_type text NOT NULL,
      stage text NOT NULL,
      value integer NOT NULL,
      agreed_price integer,
      expected_close_date date,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT estio_deals_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_deals_of_property ON estio_deals (org_id, property_id);
    CREATE INDEX estio_deals_of_contact ON estio_deals (org_id, contact_id);

    CREATE TABLE estio_deal_parties (
      org_id uuid NOT NULL,
      deal_id text NOT NULL,
      contact_id text NOT NULL,
      role text NOT NULL,
      CONSTRAINT estio_deal_parties_pkey PRIMARY KEY (org_id, deal_id, contact_id, role)
    );
    CREATE INDEX estio_deal_parties_of_contact ON estio_deal_parties (org_id, contact_id);

    CREATE TABLE estio_activities (
      org_id uuid NOT NULL,
      id text NOT NULL,
      contact_id text NOT NULL,
      deal_id text,
      property_id text,
      type text NOT NULL,
      summary text NOT NULL,
      outcome text NOT NULL DEFAULT 'none',
      occurred_at timestamptz NOT NULL,
      due_at timestamptz,
      created_by text NOT NULL,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      CONSTRAINT estio_activities_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_activities_of_deal ON estio_activities (org_id, deal_id, occurred_at);
    CREATE INDEX estio_activities_of_contact ON estio_activities (org_id, contact_id, occurred_at);

    CREATE TABLE estio_viewings (
      org_id uuid NOT NULL,
      id text NOT NULL,
      property_id text NOT NULL,
      contact_id text NOT NULL,
      agent_user_id text NOT NULL,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      status text NOT NULL DEFAULT 'scheduled',
      notes text NOT NULL DEFAULT '',
      feedback text,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      CONSTRAINT estio_viewings_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_viewings_of_agent ON estio_viewings (org_id, agent_user_id, starts_at);
    CREATE INDEX estio_viewings_of_property ON estio_viewings (org_id, property_id, starts_at);
    CREATE INDEX estio_viewings_of_contact ON estio_viewings (org_id, contact_id, starts_at);

    CREATE TABLE estio_calendar_events (
      org_id uuid NOT NULL,
      id text NOT NULL,
      agent_user_id text NOT NULL,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      kind text NOT NULL,
      title text NOT NULL,
      viewing_id text,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      CONSTRAINT estio_calendar_events_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_calendar_events_of_agent ON estio_calendar_events (org_id, agent_user_id, starts_at);
    CREATE INDEX estio_calendar_events_of_viewing ON estio_calendar_events (org_id, viewing_id);

    CREATE TABLE estio_offers (
      org_id uuid NOT NULL,
      id text NOT NULL,
      deal_id text NOT NULL,
      direction text NOT NULL,
      amount integer NOT NULL,
      conditions text[] NOT NULL DEFAULT '{}',
      status text NOT NULL,
      valid_until timestamptz NOT NULL,
      message text NOT NULL DEFAULT '',
      mail_id text,
      created_by text NOT NULL DEFAULT 'system',
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      CONSTRAINT estio_offers_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_offers_of_deal ON estio_offers (org_id, deal_id, created_at);

    CREATE TABLE estio_contracts (
      org_id uuid NOT NULL,
      id text NOT NULL,
      deal_id text NOT NULL,
      contract_type text NOT NULL,
      version integer NOT NULL,
      status text NOT NULL DEFAULT 'draft',
      document_id uuid,
      format text NOT NULL,
      price integer NOT NULL,
      deposit integer NOT NULL,
      completion_date date,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT estio_contracts_pkey PRIMARY KEY (org_id, id)
    );
    CREATE UNIQUE INDEX estio_contracts_version ON estio_contracts (org_id, deal_id, contract_type, version);

    CREATE TABLE estio_signature_requests (
      org_id uuid NOT NULL,
      id text NOT NULL,
      contract_id text NOT NULL,
      provider_envelope_id text NOT NULL,
      status text NOT NULL DEFAULT 'sent',
      signers jsonb NOT NULL,
      expires_at timestamptz NOT NULL,
      sample boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT estio_signature_requests_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_signature_requests_of_contract ON estio_signature_requests (org_id, contract_id);
    CREATE UNIQUE INDEX estio_signature_requests_envelope ON estio_signature_requests (org_id, provider_envelope_id);

    CREATE TABLE estio_drafts (
      org_id uuid NOT NULL,
      id text NOT NULL,
      contact_id text NOT NULL,
      conversation_id uuid,
      intent text NOT NULL,
      channel text NOT NULL,
      language text NOT NULL,
      subject text,
      text text NOT NULL,
      property_ids text[] NOT NULL DEFAULT '{}',
      status text NOT NULL DEFAULT 'draft',
      generated_by text NOT NULL,
      created_by text NOT NULL DEFAULT 'system',
      created_at timestamptz NOT NULL,
      CONSTRAINT estio_drafts_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_drafts_of_contact ON estio_drafts (org_id, contact_id, created_at);

    CREATE TABLE estio_listing_alerts (
      org_id uuid NOT NULL,
      id text NOT NULL,
      contact_id text NOT NULL,
      property_ids text[] NOT NULL,
      status text NOT NULL,
      mail_id text,
      created_by text NOT NULL DEFAULT 'system',
      created_at timestamptz NOT NULL,
      CONSTRAINT estio_listing_alerts_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX estio_listing_alerts_of_contact ON estio_listing_alerts (org_id, contact_id, created_at);
  `);
}
