import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often something that steers every process has changed. It grows with the commit of the change itself. */
@Entity('change_revisions')
export class ChangeRevision {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_change_revisions' })
  topic: string;

  @Column('bigint')
  revision: string;
}
