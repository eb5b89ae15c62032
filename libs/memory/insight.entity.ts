import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';
import type { InsightCategory, InsightSource, InsightSurroundings, Speaker } from '#pack-kit';

/** A short statement about a contact that fits no field. A superseded insight is kept but never recalled. */
@Entity('insights')
@Index('insights_of_contact', ['orgId', 'contactId', 'createdAt'])
@Index('insights_of_conversation', ['orgId', 'conversationId'])
// Created by raw SQL in the baseline migration.
@Index('insights_by_nearness', { synchronize: false })
@Index('insights_by_time', ['orgId', 'saidAt', 'id'])
@Index('insights_by_model', ['orgId', 'embeddingModel', 'searchTermsVersion'])
@Index('insights_expiring', ['expiresAt'], { where: '"expires_at" IS NOT NULL' })
export class Insight extends RowWithId {
  @Column('text')
  contactId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** A subject besides the contact, such as a deal. */
  @Column('text', { nullable: true })
  subjectRef: string | null;

  @Column('text')
  text: string;

  /** The normalised text. Equal normalised texts are the same insight. */
  @Column('text')
  normalizedText: string;

  @Column('text')
  category: InsightCategory;

  /** 1 to 10. */
  @Column('smallint', { default: 5 })
  importance: number;

  @Column('text')
  source: InsightSource;

  /** The message from which the insight was extracted. */
  @Column('uuid', { nullable: true })
  sourceMessageId: string | null;

  /** Time of the last statement. It orders insights, independent of when they are stored. */
  @Column('timestamptz')
  saidAt: Date;

  /** Position of the turn in its conversation, as the second sort key. */
  @Column('integer', { default: 0 })
  saidTurn: number;

  /** Position within the message or the tool call, as the third sort key. */
  @Column('smallint', { default: 0 })
  saidPlace: number;

  /** Null if unknown. */
  @Column('text', { nullable: true })
  saidBy: Speaker | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The earliest later insight that contradicts this one. */
  @Column('uuid', { nullable: true })
  supersededById: string | null;

  /** Time of the contradicting statement. */
  @Column('timestamptz', { nullable: true })
  validUntil: Date | null;

  /** Vectors of different models are never compared. */
  @Column('text')
  embeddingModel: string;

  @Column('vector', { length: 768 })
  embedding: number[];

  /** Result of `searchTermsOf` for the search by words: hashes of the text and its surroundings, which cannot be reversed. */
  @Column('bytea', { default: () => "'\\x'" })
  searchTerms: Buffer;

  /** `SEARCH_TERMS_VERSION` of the stored terms; 0 without terms. */
  @Column('smallint', { default: 0 })
  searchTermsVersion: number;

  /** Context of the statement, searched with low weight. */
  @Column('jsonb', { default: () => "'{}'" })
  surroundings: InsightSurroundings;

  /** Time of storing. */
  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
