import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { OrgTransaction, PlatformTransaction } from '#database';
import { jsonbText } from '#text';
import { newId } from '#identity';
import type { McpServerState } from './mcp-server-state.entity.ts';
import type { McpServerRow } from './mcp-server.entity.ts';

/** A process without a report for this time counts as gone. */
const GONE_MS = 60_000;

const COLUMNS = `s.id, s.name, s.url, s.header_names AS "headerNames", s.approved_at AS "approvedAt", s.created_at AS "createdAt"`;
const LIST = `SELECT ${COLUMNS} FROM mcp_servers s WHERE s.org_id = $1 ORDER BY s.name`;
const INSERT = `
  INSERT INTO mcp_servers (org_id, id, name, url, headers, header_names, created_at, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (org_id, name) DO NOTHING`;
const REMOVE = 'DELETE FROM mcp_servers WHERE org_id = $1 AND name = $2';
const APPROVE = `
  UPDATE mcp_servers SET approved_at = $3, approved_by = $4 WHERE org_id = $1 AND name = $2 AND approved_at IS NULL`;
const ALL_APPROVED = `
  SELECT org_id AS "orgId", name, url, headers FROM mcp_servers WHERE approved_at IS NOT NULL ORDER BY org_id, name`;
const REPORT = `
  INSERT INTO mcp_server_states (process, server, app, state, tools, restarts, error, since, seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (process, server) DO UPDATE
     SET state = excluded.state, tools = excluded.tools, restarts = excluded.restarts, error = excluded.error,
         since = excluded.since, seen_at = excluded.seen_at`;
const DELETE_STALE =
  'DELETE FROM mcp_server_states WHERE seen_at < $1 OR (process = $2 AND server <> ALL($3))';
const STATES = `
  SELECT server, process, app, state, tools, restarts, error, since, seen_at AS "seenAt" FROM mcp_server_states
   WHERE seen_at >= $1 ORDER BY server, app, process`;

export type ListedServer = Pick<
  McpServerRow,
  'id' | 'name' | 'url' | 'headerNames' | 'approvedAt' | 'createdAt'
>;

export type NewServer = Pick<McpServerRow, 'name' | 'url' | 'headers' | 'headerNames' | 'createdBy'>;

/** Stores the MCP servers of orgs, and the states that processes report for all servers. */
@Injectable()
export class McpServerRepository {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  list(tx: OrgTransaction): Promise<ListedServer[]> {
    return tx.query(LIST);
  }

  /** @returns false if the org has a server of that name. */
  async insert(tx: OrgTransaction, server: NewServer): Promise<boolean> {
    const { name, url, headers, headerNames, createdBy } = server;
    const values = [newId(this.clock), name, url, headers, headerNames, this.clock.now(), createdBy];
    return (await tx.execute(INSERT, values)) > 0;
  }

  /** @returns false if the org has no server of that name. */
  async remove(tx: OrgTransaction, name: string): Promise<boolean> {
    return (await tx.execute(REMOVE, [name])) > 0;
  }

  /** @returns false if no server of that name awaits approval. */
  async approve(tx: OrgTransaction, name: string, by: string): Promise<boolean> {
    return (await tx.execute(APPROVE, [name, this.clock.now(), by])) > 0;
  }

  /** The approved servers of every org. */
  approved(tx: PlatformTransaction): Promise<Pick<McpServerRow, 'orgId' | 'name' | 'url' | 'headers'>[]> {
    return tx.query(ALL_APPROVED);
  }

  /** Stores the states of all servers of this process and deletes the rows of its other servers. */
  async report(
    tx: PlatformTransaction,
    process: string,
    states: Omit<McpServerState, 'process' | 'seenAt'>[],
  ): Promise<void> {
    const now = this.clock.now();
    for (const { server, app, state, tools, restarts, error, since } of states)
      await tx.execute(REPORT, [process, server, app, state, jsonbText(tools), restarts, error, since, now]);
    const gone = new Date(now.getTime() - GONE_MS);
    await tx.execute(DELETE_STALE, [gone, process, states.map(({ server }) => server)]);
  }

  /** The last report of every living process. */
  states(tx: PlatformTransaction): Promise<McpServerState[]> {
    return tx.query(STATES, [new Date(this.clock.now().getTime() - GONE_MS)]);
  }
}
