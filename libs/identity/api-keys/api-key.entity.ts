import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ApiKeyScope } from '#contracts';
import { Org } from '../orgs/org.entity.ts';
import { User } from '../users/user.entity.ts';

/** An API key of an org. The key itself is shown once and never stored. */
@Entity('api_keys')
@Unique('uq_api_keys_hash', ['hash'])
@Index('ix_api_keys_org_created', ['orgId', 'createdAt'])
export class ApiKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_api_keys' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => Org, { name: 'fk_api_keys_org', onDelete: 'CASCADE' })
  orgId: string;

  @Column('text')
  name: string;

  /** SHA-256 of the whole key. */
  @Column('bytea', { select: false })
  hash: Buffer;

  /** The first characters of the key, for recognition in lists. */
  @Column('text')
  prefix: string;

  @Column('text', { array: true })
  scopes: ApiKeyScope[];

  /** The user for whom the key acts. Calls with `staff` or `admin` rights require a user. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_api_keys_user', onDelete: 'CASCADE' })
  userId: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Time of the last use, at most one minute old. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
