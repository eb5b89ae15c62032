import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

export type MessageRole = 'user' | 'assistant' | 'interim';

export interface StoredAttachment {
  url?: string;
  fileId?: string;
}

/** One message of a conversation. */
@Entity('messages')
@Index('messages_in_order', ['orgId', 'conversationId', 'turnSeq', 'seq'])
export class Message extends RowWithId {
  @Column('uuid')
  conversationId: string;

  @Column('uuid')
  turnId: string;

  /** Position of the turn in its conversation. By it, a reply stands next to its question, whatever arrived in between. */
  @Column('integer')
  turnSeq: number;

  /** Position in the turn: 0 for the question, then interim messages and the reply. */
  @Column('smallint')
  seq: number;

  @Column('text')
  role: MessageRole;

  @Column('text')
  authorKind: 'contact' | 'staff' | 'agent';

  @Column('uuid', { nullable: true })
  authorUserId: string | null;

  @Column('text')
  text: string;

  @Column('jsonb', { default: () => "'[]'" })
  attachments: StoredAttachment[];

  @Column('timestamptz')
  createdAt: Date;
}
