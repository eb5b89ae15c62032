import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { InsightCategory, InsightSource, InsightSurroundings, Speaker } from '#pack-kit';

/** A short statement about a contact that fits no field. A superseded one stays, but is never recalled. */
@Entity('insights')
@Index('insights_of_contact', ['orgId', 'contactId', 'createdAt'])
@Index('insights_of_conversation', ['orgId', 'conversationId'])
// Raw SQL in the baseline.
@Index('insights_by_nearness', { synchronize: false })
@Index('insights_by_time', ['orgId', 'saidAt', 'id'])
@Index('insights_by_model', ['orgId', 'embeddingModel', 'searchTermsVersion'])
@Index('insights_expiring', ['expiresAt'], { where: '"expires_at" IS NOT NULL' })
export class Insight {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'insights_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'insights_pkey' })
  id: string;

  @Column('text')
  contactId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** What it is about besides the contact, such as a deal. */
  @Column('text', { nullable: true })
  subjectRef: string | null;

  @Column('text')
  text: string;

  /** The text after the one folding of letters; two of the same are the same insight. */
  @Column('text')
  normalizedText: string;

  @Column('text')
  category: InsightCategory;

  /** 1 to 10. */
  @Column('smallint', { default: 5 })
  importance: number;

  @Column('text')
  source: InsightSource;

  /** The message it came from. */
  @Column('uuid', { nullable: true })
  sourceMessageId: string | null;

  /** When it was last said, which orders insights whenever they are stored. */
  @Column('timestamptz')
  saidAt: Date;

  /** Place of its turn in the conversation, among those of the same moment. */
  @Column('integer', { default: 0 })
  saidTurn: number;

  /** Place within its message, or that of the call that told it, among those of the same turn. */
  @Column('smallint', { default: 0 })
  saidPlace: number;

  /** Null where it is not known. */
  @Column('text', { nullable: true })
  saidBy: Speaker | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The first insight said later that contradicts this one. */
  @Column('uuid', { nullable: true })
  supersededById: string | null;

  /** When that one was said. */
  @Column('timestamptz', { nullable: true })
  validUntil: Date | null;

  /** Vectors of two models are never compared. */
  @Column('text')
  embeddingModel: string;

  @Column('vector', { length: 768 })
  embedding: number[];

  /** For the search by words: `searchTermsOf` the text and its surroundings. Nothing of it can be read back. */
  @Column('bytea', { default: () => "'\\x'" })
  searchTerms: Buffer;

  /** `SEARCH_TERMS_VERSION` that they were made by; 0 for none. */
  @Column('smallint', { default: 0 })
  searchTermsVersion: number;

  /** What stood around it where it was said, to be searched with low weight. */
  @Column('jsonb', { default: () => "'{}'" })
  surroundings: InsightSurroundings;

  /** When it was stored. */
  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
