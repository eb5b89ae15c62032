import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { OrgTransaction, type Transaction } from '#database';
import { redact } from '#telemetry';
import type { AuditActorKind, AuditEntry } from './audit-entry.entity.ts';

export interface AuditActor {
  kind: AuditActorKind;
  /** The user, or the user for whom a key acts. */
  userId?: string | null;
}

export interface AuditRecord {
  /** Taken from the org of the transaction; null or absent for the platform. */
  orgId?: string | null;
  actor: AuditActor;
  /** The action, such as `flag.update`. */
  action: string;
  /** The changed object, such as `flag:tool_broker`. */
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string | null;
}

/**
 * The audit log. Entries are written in the transaction of the change, so that a change and its entry exist together or not
 * at all.
 */
@Injectable()
export class AuditLog {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Secrets in `before` and `after` are redacted. */
  async record(tx: Transaction, record: AuditRecord): Promise<void> {
    await tx.executeUnscoped(
      `INSERT INTO audit_log (id, org_id, actor_kind, actor_user_id, action, target, before, after, reason, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(this.clock),
        tx instanceof OrgTransaction ? tx.orgId : (record.orgId ?? null),
        record.actor.kind,
        record.actor.userId ?? null,
        record.action,
        record.target,
        toJson(record.before),
        toJson(record.after),
        record.reason ?? null,
        this.clock.now(),
      ],
    );
  }

  /** The entry with this id if the transaction can see it; null otherwise. */
  async byId(tx: Transaction, id: string): Promise<AuditEntry | null> {
    const rows = await tx.queryUnscoped<AuditEntry>(
      `SELECT id, org_id AS "orgId", actor_kind AS "actorKind", actor_user_id AS "actorUserId", action, target, before,
              after, reason, at
         FROM audit_log WHERE id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(redact(value));
}
