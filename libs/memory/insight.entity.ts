import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { InsightCategory, InsightSource } from '#tools';

/** A short statement about a contact that fits no field. A superseded one stays, but is never recalled. */
@Entity('insights')
@Index('insights_of_contact', ['orgId', 'contactId', 'createdAt'])
@Index('insights_of_conversation', ['orgId', 'conversationId'])
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

  /** Distinct stems of the text, for the OR query. Made by `lexemesOf`, as PostgreSQL's own stemmers do not fold Arabic. */
  @Column('text', { array: true })
  lexemes: string[];

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

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The later insight that contradicts this one. */
  @Column('uuid', { nullable: true })
  supersededById: string | null;

  /** When the later one was said. */
  @Column('timestamptz', { nullable: true })
  validUntil: Date | null;

  /** Vectors of two models are never compared. */
  @Column('text')
  embeddingModel: string;

  @Column('vector', { length: 768 })
  embedding: number[];

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
