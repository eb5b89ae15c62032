import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who writes to an org. The id is chosen by the caller. */
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

  /** The contact is being erased until this time and accepts no messages. The time passes if the erasing process dies. */
  @Column('timestamptz', { nullable: true })
  erasingUntil: Date | null;
}
