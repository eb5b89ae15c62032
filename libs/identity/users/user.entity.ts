import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import type { UserRole } from '#contracts';
import { Org } from '../orgs/org.entity.ts';

/** A person who signs in to the console or answers as staff. */
@Entity('users')
@Unique('uq_users_email', ['email'])
@Unique('uq_users_org_handle', ['orgId', 'handle'])
@Check('ck_users_email_lower', 'email = lower(email)')
@Check(
  'ck_users_role_org',
  `(role = 'platform_admin' AND org_id IS NULL) OR role = 'analyst' OR (role IN ('org_admin', 'member') AND org_id IS NOT NULL)`,
)
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_users' })
  id: string;

  /** Null for platform admins, and for analysts of all orgs. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Org, { name: 'fk_users_org', onDelete: 'CASCADE' })
  orgId: string | null;

  /** In lower case; null for a user who cannot sign in. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text')
  name: string;

  /** Short name, unique in the org, such as `agent-01`. */
  @Column('text')
  handle: string;

  @Column('text')
  role: UserRole;

  /** argon2id in PHC format; null for a user without a password. */
  @Column('text', { nullable: true, select: false })
  passwordHash: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  disabledAt: Date | null;
}
