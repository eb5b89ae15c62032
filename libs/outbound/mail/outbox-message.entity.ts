import { Column, Entity, Index, Unique } from 'typeorm';
import { RowWithId } from '#database';

export type MailTransport = 'outbox' | 'smtp';
/** `stored` mail is not sent. `sending` mail whose worker died has an unknown outcome. */
export type MailState = 'stored' | 'sending' | 'sent' | 'failed';

/** A mail written by a tool. With the transport `outbox` it is only stored as this row. */
@Entity('outbox_messages')
@Unique('outbox_messages_by_key', ['orgId', 'key'])
@Index('outbox_messages_by_time', ['orgId', 'createdAt', 'id'])
export class OutboxMessage extends RowWithId {
  /** The idempotency key of the call: a mail with the same key is sent once. */
  @Column('text')
  key: string;

  @Column('text')
  transport: MailTransport;

  @Column('text')
  state: MailState;

  @Column('text', { nullable: true })
  sender: string | null;

  @Column('text', { array: true })
  recipients: string[];

  @Column('text')
  subject: string;

  @Column('text')
  text: string;

  @Column('text', { nullable: true })
  html: string | null;

  @Column('text', { nullable: true })
  replyTo: string | null;

  /** Array of `{ filename, contentType, content }`; `content` is base64. */
  @Column('jsonb', { default: () => "'[]'" })
  attachments: unknown;

  @Column('text', { nullable: true })
  error: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;
}
