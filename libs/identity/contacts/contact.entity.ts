import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who writes to an org. The id is the caller's own text for that person. */
@Entity('contacts')
@Check('ck_contacts_id_length', 'length(id) BETWEEN 1 AND 128')
export class Contact {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_contacts' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_contacts' })
  id: string;

  @Column('text', { nullable: true })
  name: string | null;

  /** BCP 47, such as `en` or `ar`. */
  @Column('text', { nullable: true })
  language: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** The contact is being erased, and takes no messages; long past where whoever erased it is gone. */
  @Column('timestamptz', { nullable: true })
  erasingUntil: Date | null;
}
