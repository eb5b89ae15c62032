import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { type PlatformTransaction, type Transaction } from '#database';
import { jsonbText } from '#text';
import { newId } from '#identity';
import { definitionKey } from '../overrides/override-snapshot.ts';
import type { ToolDefinitionRow } from './tool-definition.entity.ts';

/** Serializes processes that start at the same time. */
const LOCK_RECORDING = `SELECT pg_advisory_xact_lock(hashtext('turnpike.tool_definitions'))`;

const IN_LAYER = `(d.org_id = $1 OR ($1::uuid IS NULL AND d.org_id IS NULL))`;

const CURRENT = `
  SELECT DISTINCT ON (d.name) d.name, d.hash, d.definition, d.approved_at AS "approvedAt", d.current_since AS "currentSince"
    FROM tool_definitions d WHERE ${IN_LAYER}
   ORDER BY d.name, d.current_since DESC`;

const RECORD = `
  INSERT INTO tool_definitions AS known (org_id, id, name, hash, definition, source, first_seen_at, current_since, approved_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)
  ON CONFLICT (org_id, name, hash) DO UPDATE
     SET current_since = excluded.current_since, source = excluded.source,
         approved_at = coalesce(known.approved_at, excluded.approved_at)
  RETURNING approved_at AS "approvedAt"`;

const LIST = `
  SELECT d.org_id AS "orgId", d.name, d.hash, d.definition, d.source, d.first_seen_at AS "firstSeenAt",
         d.current_since AS "currentSince", d.approved_at AS "approvedAt", d.approved_by AS "approvedBy"
    FROM tool_definitions d
   WHERE ${IN_LAYER} AND ($2::text IS NULL OR d.name = $2)
   ORDER BY d.name, d.current_since DESC
   LIMIT $3`;

const APPROVE = `
  UPDATE tool_definitions d SET approved_at = $4, approved_by = $5
   WHERE ${IN_LAYER} AND d.name = $2 AND d.hash = $3 AND d.approved_at IS NULL`;

const WITHDRAW = `DELETE FROM tool_definitions d WHERE ${IN_LAYER} AND d.name = ANY ($2) AND d.approved_at IS NULL`;

export type SeenDefinition = Pick<ToolDefinitionRow, 'name' | 'hash' | 'definition' | 'source'>;
export type CurrentDefinition = Pick<
  ToolDefinitionRow,
  'name' | 'hash' | 'definition' | 'approvedAt' | 'currentSince'
>;
export type DefinitionView = Omit<ToolDefinitionRow, 'id'>;

/** The definitions that tools have or had. `orgId` is null for tools of the whole deployment. */
@Injectable()
export class ToolDefinitionRepository {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async lockRecording(tx: PlatformTransaction): Promise<void> {
    await tx.query(LOCK_RECORDING);
  }

  async current(tx: PlatformTransaction, orgId: string | null): Promise<Map<string, CurrentDefinition>> {
    const rows = await tx.query<CurrentDefinition>(CURRENT, [orgId]);
    return new Map(rows.map((row) => [row.name, row]));
  }

  /** Makes `seen` the current definition of its tool. @returns true if it is approved, now or earlier. */
  async makeCurrent(
    tx: PlatformTransaction,
    orgId: string | null,
    seen: SeenDefinition,
    { approved, since }: { approved: boolean; since: Date },
  ): Promise<boolean> {
    const [row] = await tx.query<{ approvedAt: Date | null }>(RECORD, [
      orgId,
      newId(this.clock),
      seen.name,
      seen.hash,
      jsonbText(seen.definition),
      seen.source,
      since,
      approved ? since : null,
    ]);
    return (row?.approvedAt ?? null) !== null;
  }

  /** Keys of the approved definitions of MCP servers. Tools from files need no approval. */
  async approvedOfServers(tx: PlatformTransaction): Promise<Set<string>> {
    const rows = await tx.query<{ orgId: string | null; name: string; hash: string }>(
      `SELECT org_id AS "orgId", name, hash FROM tool_definitions WHERE source = 'mcp' AND approved_at IS NOT NULL`,
    );
    return new Set(rows.map(({ orgId, name, hash }) => definitionKey(orgId, name, hash)));
  }

  /** Definitions by tool name, newest first; only those of one tool if `name` is given. */
  list(
    tx: Transaction,
    orgId: string | null,
    { name, limit }: { name?: string; limit: number },
  ): Promise<DefinitionView[]> {
    return tx.queryUnscoped<DefinitionView>(LIST, [orgId, name ?? null, limit]);
  }

  /** Deletes the definitions of these tools that wait for approval. */
  async withdraw(tx: PlatformTransaction, orgId: string, names: readonly string[]): Promise<void> {
    await tx.execute(WITHDRAW, [orgId, names]);
  }

  /** @returns false if no such definition waits for approval. */
  async approve(
    tx: PlatformTransaction,
    orgId: string | null,
    place: { name: string; hash: string },
    by: string | null,
  ): Promise<boolean> {
    const values = [orgId, place.name, place.hash, this.clock.now(), by];
    return (await tx.execute(APPROVE, values)) > 0;
  }
}
