import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { jsonbText } from '#text';
import { newId } from '#identity';
import { Changes } from '#queue';
import { MAX_SESSION_ITEMS } from '../server/session-state.ts';
import type { McpSession } from './mcp-session.entity.ts';

/** Sessions that are idle for longer are deleted. */
const MAX_IDLE_MS = 24 * 60 * 60_000;
/** Minimum interval between writes of `last_used_at`. */
const USE_STEP_MS = 60_000;
/** Inbox messages older than this belong to ended requests and are deleted. */
const MAX_INBOX_MS = 15 * 60_000;

const FIND = `
  SELECT id, initialize, log_level AS "logLevel", found_tools AS "foundTools", subscriptions, last_used_at AS "lastUsedAt"
    FROM mcp_sessions WHERE org_id = $1 AND id = $2 AND key_id = $3`;
const INSERT = `
  INSERT INTO mcp_sessions (org_id, id, key_id, initialize, created_at, last_used_at) VALUES ($1, $2, $3, $4, $5, $5)`;
const DELETE_IDLE = 'DELETE FROM mcp_sessions WHERE org_id = $1 AND last_used_at < $2';
const DELETE_OLD_INBOX = 'DELETE FROM mcp_inbox WHERE org_id = $1 AND created_at < $2';
const LIVING = 'SELECT id FROM mcp_sessions WHERE org_id = ANY($1) AND id = ANY($2)';
const USED = 'UPDATE mcp_sessions SET last_used_at = $3 WHERE org_id = $1 AND id = $2';
const FOUND = `
  UPDATE mcp_sessions
     SET found_tools = (SELECT array_agg(DISTINCT name) FROM unnest(found_tools || $3::text[]) name)
   WHERE org_id = $1 AND id = $2 AND cardinality(found_tools) < $4`;
const SUBSCRIBE = `
  UPDATE mcp_sessions SET subscriptions = array_append(array_remove(subscriptions, $3), $3)
   WHERE org_id = $1 AND id = $2 AND (cardinality(subscriptions) < $4 OR $3 = ANY(subscriptions))`;
const UNSUBSCRIBE = `UPDATE mcp_sessions SET subscriptions = array_remove(subscriptions, $3) WHERE org_id = $1 AND id = $2`;
const POST = `
  INSERT INTO mcp_inbox (org_id, id, session_id, target, message, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;
const TAKE = `
  DELETE FROM mcp_inbox WHERE session_id = ANY($1) AND target = ANY($2)
  RETURNING id, session_id AS "sessionId", target, message`;

export type StoredSession = Pick<
  McpSession,
  'id' | 'initialize' | 'logLevel' | 'foundTools' | 'subscriptions' | 'lastUsedAt'
>;

export interface InboxMessage {
  id: string;
  sessionId: string;
  target: string;
  message: JSONRPCMessage;
}

/** Stores MCP sessions and client messages for running requests. */
@Injectable()
export class McpSessionRepository {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /** @returns undefined if the key has no such session. */
  async find(orgId: string, keyId: string, id: string): Promise<StoredSession | undefined> {
    const [row] = await this.database.forOrgAtOnce(orgId, (tx) => tx.query<StoredSession>(FIND, [id, keyId]));
    if (row && this.clock.now().getTime() - row.lastUsedAt.getTime() > USE_STEP_MS)
      await this.database.forOrgAtOnce(orgId, (tx) => tx.execute(USED, [id, this.clock.now()]));
    return row;
  }

  /** Creates a session and deletes idle ones of the org. @returns the session id. */
  async create(orgId: string, keyId: string, initialize: object): Promise<string> {
    const id = randomUUID();
    const now = this.clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await this.database.forOrg(orgId, async (tx) => {
      await tx.execute(DELETE_IDLE, [before(MAX_IDLE_MS)]);
      await tx.execute(DELETE_OLD_INBOX, [before(MAX_INBOX_MS)]);
      await tx.execute(INSERT, [id, keyId, jsonbText(initialize), now]);
    });
    return id;
  }

  /** Ends the session; processes that run its requests are notified within 2 s. */
  async remove(orgId: string, id: string): Promise<void> {
    await this.database.forOrg(orgId, async (tx) => {
      await tx.execute('DELETE FROM mcp_sessions WHERE org_id = $1 AND id = $2', [id]);
      await this.changes.announce(tx, 'mcp');
    });
  }

  /** Returns the ids of those sessions, of several orgs, that have not ended. */
  async living(orgIds: readonly string[], ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.asPlatform('a process serves the sessions of every org', (tx) =>
      tx.query<{ id: string }>(LIVING, [orgIds, ids]),
    );
    return new Set(rows.map(({ id }) => id));
  }

  async setLogLevel(orgId: string, id: string, level: string): Promise<void> {
    await this.database.forOrg(orgId, (tx) =>
      tx.execute('UPDATE mcp_sessions SET log_level = $3 WHERE org_id = $1 AND id = $2', [id, level]),
    );
  }

  /** @returns false if the session has ended or reached its limit. */
  addFound(orgId: string, id: string, names: readonly string[]): Promise<boolean> {
    return this.change(orgId, FOUND, [id, names, MAX_SESSION_ITEMS]);
  }

  /** @returns false if the session has ended or reached its limit. */
  subscribe(orgId: string, id: string, uri: string): Promise<boolean> {
    return this.change(orgId, SUBSCRIBE, [id, uri, MAX_SESSION_ITEMS]);
  }

  async unsubscribe(orgId: string, id: string, uri: string): Promise<void> {
    await this.change(orgId, UNSUBSCRIBE, [id, uri]);
  }

  /** Stores a message for a running request; the process that runs it takes the message within 2 s. */
  async post(orgId: string, sessionId: string, target: string, message: JSONRPCMessage): Promise<void> {
    await this.database.forOrg(orgId, async (tx) => {
      const values = [newId(this.clock), sessionId, target, jsonbText(message), this.clock.now()];
      await tx.execute(POST, values);
      await this.changes.announce(tx, 'mcp');
    });
  }

  /** Takes the messages for requests of this process, oldest first. */
  async take(sessionIds: readonly string[], targets: readonly string[]): Promise<InboxMessage[]> {
    const taken = await this.database.asPlatform('a process serves the sessions of every org', (tx) =>
      tx.query<InboxMessage>(TAKE, [sessionIds, targets]),
    );
    return taken.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  private async change(orgId: string, sql: string, values: unknown[]): Promise<boolean> {
    return (await this.database.forOrgAtOnce(orgId, (tx) => tx.execute(sql, values))) > 0;
  }
}
