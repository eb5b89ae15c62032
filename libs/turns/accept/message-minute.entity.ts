import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Messages that an org sent in one minute, counted in the transaction that accepts them: the same for all apis. */
@Entity('message_minutes')
export class MessageMinute {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_minutes_pkey' })
  orgId: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'message_minutes_pkey' })
  minute: Date;

  @Column('integer')
  count: number;
}
