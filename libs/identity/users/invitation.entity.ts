import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { UserRole } from '#contracts';
import { Org } from '../orgs/org.entity.ts';
import { User } from './user.entity.ts';

/** An invitation to the console. Its link is shown once; only a hash of its token is stored. */
@Entity('invitations')
@Unique('uq_invitations_token', ['tokenHash'])
@Index('ix_invitations_org_created', ['orgId', 'createdAt'])
export class Invitation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_invitations' })
  id: string;

  /** Null for a platform role. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Org, { name: 'fk_invitations_org', onDelete: 'CASCADE' })
  orgId: string | null;

  /** The user who sets a new password with the link; null if the link creates an account. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_invitations_user', onDelete: 'CASCADE' })
  userId: string | null;

  /** In lower case. */
  @Column('text')
  email: string;

  @Column('text')
  role: UserRole;

  /** SHA-256 of the token. */
  @Column('bytea', { select: false })
  tokenHash: Buffer;

  @Column('uuid', { nullable: true })
  invitedBy: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
