import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { TurnpikeError, type ToolOverride, type ToolOverrideVersion } from '#contracts';
import { sqlStateOf, type OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';
import { newId, type AuditRecord } from '#identity';
import type { CurrentOverride, OverrideSnapshot } from './override-snapshot.ts';
import type { ToolOverrideRow } from './tool-override.entity.ts';

/** Serializes edits, because each edit is validated against all layers. */
const LOCK_EDITS = `SELECT pg_advisory_xact_lock(hashtext('turnpike.tool_overrides'))`;
/** Shorter than the request timeout of clients. */
const EDIT_WAIT_MS = 20_000;
const LOCK_NOT_AVAILABLE = '55P03';

const CURRENT = `
  SELECT DISTINCT ON (org_id, tool) org_id AS "orgId", tool, version, override
    FROM tool_overrides ORDER BY org_id, tool, version DESC`;

const IN_LAYER = `(o.org_id = $1 OR ($1::uuid IS NULL AND o.org_id IS NULL))`;

const HISTORY = `
  SELECT o.version, o.override, o.action, o.reason, o.actor_kind AS "actorKind", o.actor_user_id AS "actorUserId",
         u.name AS "actorName", o.created_at AS "createdAt"
    FROM tool_overrides o
    LEFT JOIN users u ON u.id = o.actor_user_id
   WHERE ${IN_LAYER} AND o.tool = $2
   ORDER BY o.version DESC
   LIMIT $3`;

const VERSION = `SELECT o.override FROM tool_overrides o WHERE ${IN_LAYER} AND o.tool = $2 AND o.version = $3`;

interface HistoryRow extends Omit<ToolOverrideRow, 'id' | 'orgId' | 'tool'> {
  actorName: string | null;
}

export interface NewOverrideVersion extends Omit<
  ToolOverrideRow,
  'id' | 'actorKind' | 'actorUserId' | 'createdAt'
> {
  actor: AuditRecord['actor'];
}

/** The versions of all overrides. Append-only, except that `ExampleContactData` removes the words of erased contacts. */
@Injectable()
export class ToolOverrideRepository {
  /** Maximum time that an edit waits for the lock. */
  editWaitMs = EDIT_WAIT_MS;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Takes the lock for edits and holds it until the end of the transaction.
   *
   * @throws TurnpikeError EDITS_BUSY if the lock is not free within {@link editWaitMs}.
   */
  lockEdits(tx: PlatformTransaction): Promise<void> {
    return holdEdits((sql) => tx.query(sql), this.editWaitMs);
  }

  /** The current overrides of every layer. A tool that was reverted to its file has an empty override. */
  async current(tx: PlatformTransaction): Promise<Pick<OverrideSnapshot, 'platform' | 'orgs'>> {
    const rows = await tx.query<CurrentOverride & { orgId: string | null; tool: string }>(CURRENT);
    const platform = new Map<string, CurrentOverride>();
    const orgs = new Map<string, Map<string, CurrentOverride>>();
    for (const { orgId, tool, version, override } of rows) {
      if (orgId === null) platform.set(tool, { version, override });
      else {
        const layer = orgs.get(orgId) ?? new Map<string, CurrentOverride>();
        orgs.set(orgId, layer.set(tool, { version, override }));
      }
    }
    return { platform, orgs };
  }

  /** @returns undefined when the layer has no such version of the tool. */
  async version(
    tx: PlatformTransaction,
    orgId: string | null,
    tool: string,
    version: number,
  ): Promise<ToolOverride | undefined> {
    const [row] = await tx.query<{ override: ToolOverride }>(VERSION, [orgId, tool, version]);
    return row?.override;
  }

  async append(tx: PlatformTransaction, row: NewOverrideVersion): Promise<void> {
    await tx.execute(
      `INSERT INTO tool_overrides (id, org_id, tool, version, override, action, actor_kind, actor_user_id, reason, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(this.clock),
        row.orgId,
        row.tool,
        row.version,
        jsonbText(row.override),
        row.action,
        row.actor.kind,
        row.actor.userId ?? null,
        row.reason,
        this.clock.now(),
      ],
    );
  }

  /** At most `limit` versions, newest first. */
  async history(
    tx: PlatformTransaction,
    orgId: string | null,
    tool: string,
    limit: number,
  ): Promise<ToolOverrideVersion[]> {
    const rows = await tx.query<HistoryRow>(HISTORY, [orgId, tool, limit]);
    return rows.map(({ actorKind, actorUserId, actorName, createdAt, ...row }) => ({
      ...row,
      actor: { kind: actorKind, userId: actorUserId, name: actorName },
      createdAt: createdAt.toISOString(),
    }));
  }
}

/** As {@link ToolOverrideRepository.lockEdits}, within the transaction of one org. @throws TurnpikeError EDITS_BUSY */
export function lockEditsInOrg(tx: OrgTransaction): Promise<void> {
  return holdEdits((sql) => tx.query(`${sql} WHERE $1::uuid IS NOT NULL`), EDIT_WAIT_MS);
}

/** `lock_timeout` also limits later locks of the transaction, so that the holder does not block other edits for longer. */
async function holdEdits(query: (sql: string) => Promise<unknown>, waitMs: number): Promise<void> {
  await query(`SELECT set_config('lock_timeout', '${waitMs}', true)`);
  try {
    await query(LOCK_EDITS);
  } catch (error) {
    throw sqlStateOf(error) === LOCK_NOT_AVAILABLE
      ? new TurnpikeError('Somebody else is editing tools at this moment. Try again.', {
          code: 'EDITS_BUSY',
          kind: 'unavailable',
          retry: 'retry',
          retryAfterMs: 2_000,
          cause: error,
        })
      : error;
  }
}
