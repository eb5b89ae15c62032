import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ApiKeyScope } from '#contracts';
import { Org } from '../orgs/org.entity.ts';
import { User } from '../users/user.entity.ts';

/** A key of an org. The key itself is shown once and never stored. */
@Entity('api_keys')
@Unique('uq_api_keys_hash', ['hash'])
@Index('ix_api_keys_org_created', ['orgId', 'createdAt'])
export class ApiKey {
  /** UUID v7. */
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

  /** The first characters, by which people tell keys apart. */
  @Column('text')
  prefix: string;

  @Column('text', { array: true })
  scopes: ApiKeyScope[];

  /** As whom the key acts; `staff` and `admin` calls need one. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_api_keys_user', onDelete: 'CASCADE' })
  userId: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** At most a minute behind. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;
}
