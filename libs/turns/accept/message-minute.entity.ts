import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** Number of messages that an org sent in one minute. The accepting transactions count them, so all API processes share the count. */
@Entity('message_minutes')
export class MessageMinute extends RowOfOrg {
  @PrimaryColumn('timestamptz')
  minute: Date;

  @Column('integer')
  count: number;
}
