import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A customer of the platform. Everything else belongs to one. */
@Entity('orgs')
@Unique('uq_orgs_slug', ['slug'])
export class Org {
  /** UUID v7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_orgs' })
  id: string;

  /** Lower-case name for addresses, such as `demo`. */
  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  /** Pack of a conversation that names none. */
  @Column('text', { nullable: true })
  defaultPack: string | null;

  @Column('text', { array: true, default: [] })
  packs: string[];

  /** IANA name, such as `Asia/Nicosia`. */
  @Column('text', { default: 'UTC' })
  timezone: string;

  /** By name; a secret one is sealed (`sealSecret`). */
  @Column('jsonb', { default: {} })
  settings: Record<string, string>;

  @Column('timestamptz')
  createdAt: Date;
}
