import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of messages that an org sent in one minute. The accepting transactions count them, so all API processes share the count. */
@Entity('message_minutes')
export class MessageMinute {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_minutes_pkey' })
  orgId: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'message_minutes_pkey' })
  minute: Date;

  @Column('integer')
  count: number;
}
