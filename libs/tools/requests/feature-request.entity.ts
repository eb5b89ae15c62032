import type { FeatureRequestCategory, FeatureRequestStatus, FeatureRequestUrgency } from '#contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Something that people ask for and that no agent can do yet. */
@Entity('feature_requests')
@Index('feature_requests_open', ['orgId', 'meaning'], {
  unique: true,
  where: `status IN ('new', 'triaged', 'planned')`,
})
@Index('feature_requests_by_time', ['orgId', 'createdAt', 'id'])
export class FeatureRequest {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'feature_requests_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'feature_requests_pkey' })
  id: string;

  @Column('text')
  title: string;

  /** The words of the title that carry meaning; open requests with the same are one. */
  @Column('text')
  meaning: string;

  /** Of the title, by a model that knows meaning; null where the org had none, or it did not answer. */
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

  /** How often it was asked for, the first time included. */
  @Column('integer', { default: 1 })
  votes: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
