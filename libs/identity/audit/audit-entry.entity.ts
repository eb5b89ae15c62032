import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The kind of actor: a signed-in user, an API key, or the platform itself. */
export const auditActorKinds = ['user', 'api_key', 'system'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

/** One change, with the values before and after it. Rows are never updated. */
@Entity('audit_log')
@Index('ix_audit_log_org_at', ['orgId', 'at', 'id'])
@Index('ix_audit_log_at', ['at', 'id'])
@Index('ix_audit_log_actor_at', ['actorUserId', 'at', 'id'], { where: 'actor_user_id IS NOT NULL' })
export class AuditEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_log' })
  id: string;

  /** Null for a change to the platform itself. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  actorKind: AuditActorKind;

  /** The user, or the user for whom the key acts. */
  @Column('uuid', { nullable: true })
  actorUserId: string | null;

  /** The action, such as `flag.update`. */
  @Column('text')
  action: string;

  /** The changed object, such as `flag:tool_broker`. */
  @Column('text')
  target: string;

  /** Values before the change, redacted. */
  @Column('jsonb', { nullable: true })
  before: unknown;

  /** Values after the change, redacted. */
  @Column('jsonb', { nullable: true })
  after: unknown;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  at: Date;
}
