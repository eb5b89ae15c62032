import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Distinct tools that a conversation keeps as recent. */
export const RECENT_TOOLS = 5;

/** What one contact and the agents of one pack say to each other in one channel. */
@Entity('conversations')
@Index('conversations_of_contact', ['orgId', 'contactId', 'channel', 'lastMessageAt'])
@Index('conversations_by_time', ['orgId', 'lastMessageAt', 'id'])
export class Conversation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  id: string;

  @Column('text')
  contactId: string;

  @Column('text')
  channel: string;

  @Column('text')
  pack: string;

  /** Agent of the last turn. */
  @Column('text', { nullable: true })
  agent: string | null;

  @Column('text', { default: 'open' })
  status: string;

  /** Turns accepted so far; the next one's place in the order. */
  @Column('integer', { default: 0 })
  turnCount: number;

  @Column('integer', { default: 0 })
  messageCount: number;

  /** Updates of its artifacts that no turn has told of, so far; the number of the last one. */
  @Column('integer', { default: 0 })
  artifactUpdates: number;

  /** Place of the last turn that its summary covers. */
  @Column('integer', { default: 0 })
  summarizedTurns: number;

  /** The last {@link RECENT_TOOLS} distinct tools called or found by a search, newest first. */
  @Column('text', { array: true, default: () => "'{}'" })
  recentTools: string[];

  /** The only tools that may be used in it; null for every one. */
  @Column('text', { array: true, nullable: true })
  toolsAllowed: string[] | null;

  @Column('text', { array: true, default: () => "'{}'" })
  toolsDenied: string[];

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  lastMessageAt: Date;
}
