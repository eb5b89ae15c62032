import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of changes to one topic. It grows in the transaction that makes the change. */
@Entity('change_revisions')
export class ChangeRevision {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_change_revisions' })
  topic: string;

  @Column('bigint')
  revision: string;
}
