import type { QueryRunner } from 'typeorm';

/** Sessions of MCP clients, and the MCP servers that orgs use. */
export async function createMcp(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- State of an MCP client between its requests, so that any api process can answer the next one.
    CREATE TABLE mcp_sessions (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      key_id uuid NOT NULL,
      initialize jsonb NOT NULL,
      log_level text,
      found_tools text[] NOT NULL DEFAULT '{}',
      subscriptions text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL,
      last_used_at timestamptz NOT NULL,
      CONSTRAINT mcp_sessions_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX mcp_sessions_by_use ON mcp_sessions (org_id, last_used_at);

    -- Messages of clients for requests that may run in another process, and marks of open streams.
    CREATE TABLE mcp_inbox (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      session_id uuid NOT NULL,
      target text NOT NULL,
      message jsonb NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT mcp_inbox_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX mcp_inbox_of_target ON mcp_inbox (session_id, target);

    -- MCP servers that an org has named. Their tools join the org's registry once an admin has approved the server.
    CREATE TABLE mcp_servers (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      url text NOT NULL,
      headers text,
      header_names text[] NOT NULL DEFAULT '{}',
      approved_at timestamptz,
      approved_by uuid,
      created_at timestamptz NOT NULL,
      created_by uuid,
      CONSTRAINT mcp_servers_pkey PRIMARY KEY (org_id, id)
    );
    CREATE UNIQUE INDEX mcp_servers_names ON mcp_servers (org_id, name);

    -- The state of each MCP server in each process, written every few seconds. The servers of packs belong to no org.
    CREATE TABLE mcp_server_states (
      process uuid NOT NULL,
      server text NOT NULL,
      app text NOT NULL,
      state text NOT NULL,
      tools jsonb NOT NULL DEFAULT '[]',
      restarts integer NOT NULL,
      error text,
      since timestamptz NOT NULL,
      seen_at timestamptz NOT NULL,
      CONSTRAINT mcp_server_states_pkey PRIMARY KEY (process, server)
    );
  `);
}
