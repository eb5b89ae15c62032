import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A customer of the platform. All other rows belong to an org. */
@Entity('orgs')
@Unique('uq_orgs_slug', ['slug'])
export class Org {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_orgs' })
  id: string;

  /** Lower-case name for URLs, such as `demo`. */
  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  /** Pack of a conversation that does not name one. */
  @Column('text', { nullable: true })
  defaultPack: string | null;

  @Column('text', { array: true, default: [] })
  packs: string[];

  /** IANA name, such as `Asia/Nicosia`. */
  @Column('text', { default: 'UTC' })
  timezone: string;

  /** Settings by name. Secrets are sealed (`sealSecret`). */
  @Column('jsonb', { default: {} })
  settings: Record<string, string>;

  @Column('timestamptz')
  createdAt: Date;
}
