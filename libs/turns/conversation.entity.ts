import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

export const RECENT_TOOLS = 5;

/**
 * Consecutive messages between one contact and the agents of one pack in one channel. After a pause, a new conversation
 * begins.
 */
@Entity('conversations')
@Index('conversations_of_contact', ['orgId', 'contactId', 'channel', 'lastMessageAt'])
@Index('conversations_by_time', ['orgId', 'lastMessageAt', 'id'])
export class Conversation extends RowWithId {
  @Column('text')
  contactId: string;

  @Column('text')
  channel: string;

  @Column('text')
  pack: string;

  @Column('text', { nullable: true })
  agent: string | null;

  @Column('text', { default: 'open' })
  status: string;

  /** Number of accepted turns; the position of the last one. */
  @Column('integer', { default: 0 })
  turnCount: number;

  @Column('integer', { default: 0 })
  messageCount: number;

  /** Number of artifact updates that belong to no turn; the number of the last one. */
  @Column('integer', { default: 0 })
  artifactUpdates: number;

  /** Position of the last turn that its summary covers. */
  @Column('integer', { default: 0 })
  summarizedTurns: number;

  /** The last {@link RECENT_TOOLS} distinct tools that were called or found, newest first. */
  @Column('text', { array: true, default: () => "'{}'" })
  recentTools: string[];

  /** The only tools that turns of the conversation may use; null for all. */
  @Column('text', { array: true, nullable: true })
  toolsAllowed: string[] | null;

  @Column('text', { array: true, default: () => "'{}'" })
  toolsDenied: string[];

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  lastMessageAt: Date;
}
