import { newId, type Clock } from '#config';
import { OrgTransaction, type Transaction } from '#database';
import { redact } from '#telemetry';
import type { AuditActorKind } from './audit-entry.entity.ts';

export interface AuditRecord {
  /** Taken from the transaction of an org; null or absent for the platform's own. */
  orgId?: string | null;
  actor: { kind: AuditActorKind; userId?: string | null };
  /** What was done, such as `flag.update`. */
  action: string;
  /** What it was done to, such as `flag:tool_broker`. */
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string | null;
}

/** Who changed what. Recorded in the transaction of the change, so that there is never one without the other. */
export class AuditLog {
  constructor(private readonly clock: Clock) {}

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
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(redact(value));
}
