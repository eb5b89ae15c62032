import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Where a file belongs to what a contact said or shared. A file without a use is removed in time. */
@Entity('file_uses')
@Index('file_uses_of_contact', ['orgId', 'contactId'])
export class FileUse {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'file_uses_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'file_uses_pkey' })
  fileId: string;

  /** `message:` or `shared:` and the id of the message or conversation. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'file_uses_pkey' })
  place: string;

  @Column('text')
  contactId: string;

  @Column('timestamptz')
  createdAt: Date;
}
