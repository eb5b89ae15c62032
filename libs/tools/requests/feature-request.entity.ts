import type { FeatureRequestCategory, FeatureRequestStatus, FeatureRequestUrgency } from '#contracts';
import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

/** A feature that people have requested and that no agent offers yet. */
@Entity('feature_requests')
@Index('feature_requests_open', ['orgId', 'meaning'], {
  unique: true,
  where: `status IN ('new', 'triaged', 'planned')`,
})
@Index('feature_requests_by_time', ['orgId', 'createdAt', 'id'])
export class FeatureRequest extends RowWithId {
  @Column('text')
  title: string;

  /** The content words of the title. Unique among the open requests of an org. */
  @Column('text')
  meaning: string;

  /** Embedding of the title; null if the org had no embedding model or it did not answer. */
  @Column('vector', { length: 768, nullable: true, select: false })
  embedding: number[] | null;

  @Column('text', { nullable: true })
  embeddingModel: string | null;

  @Column('text')
  description: string;

  @Column('text')
  category: FeatureRequestCategory;

  @Column('text')
  urgency: FeatureRequestUrgency;

  @Column('text', { default: 'new' })
  status: FeatureRequestStatus;

  /** Number of times it was requested, including the first. */
  @Column('integer', { default: 1 })
  votes: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
