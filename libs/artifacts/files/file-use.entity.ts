import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** Use of a file by a message or by a shared context of a contact. A file without a use is removed after its retention. */
@Entity('file_uses')
@Index('file_uses_of_contact', ['orgId', 'contactId'])
export class FileUse extends RowOfOrg {
  @PrimaryColumn('uuid')
  fileId: string;

  /** `message:` or `shared:` and the id of the message or conversation. */
  @PrimaryColumn('text')
  place: string;

  @Column('text')
  contactId: string;

  @Column('timestamptz')
  createdAt: Date;
}
