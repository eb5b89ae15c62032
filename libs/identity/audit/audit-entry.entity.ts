import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Who acted: someone signed in, a key, or the platform itself. */
export const auditActorKinds = ['user', 'api_key', 'system'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

/** One change that someone made, with what was there before and after. Never updated. */
@Entity('audit_log')
@Index('ix_audit_log_org_at', ['orgId', 'at', 'id'])
@Index('ix_audit_log_at', ['at', 'id'])
@Index('ix_audit_log_actor_at', ['actorUserId', 'at', 'id'], { where: 'actor_user_id IS NOT NULL' })
export class AuditEntry {
  /** UUID v7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_log' })
  id: string;

  /** Null for what concerns the platform itself. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  actorKind: AuditActorKind;

  /** The user, or the user as whom the key acts. */
  @Column('uuid', { nullable: true })
  actorUserId: string | null;

  /** What was done, such as `flag.update`. */
  @Column('text')
  action: string;

  /** What it was done to, such as `flag:tool_broker`. */
  @Column('text')
  target: string;

  /** Redacted. */
  @Column('jsonb', { nullable: true })
  before: unknown;

  /** Redacted. */
  @Column('jsonb', { nullable: true })
  after: unknown;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  at: Date;
}
