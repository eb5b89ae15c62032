import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FeedbackRating } from '#contracts';

/** Feedback of a reader on a reply. Later feedback of the same author replaces it. */
@Entity('turn_feedback')
@Index('turn_feedback_by_time', ['orgId', 'updatedAt'])
export class TurnFeedback {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_feedback_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_feedback_pkey' })
  turnId: string;

  /** `key:` or `user:` and the id. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'turn_feedback_pkey' })
  author: string;

  @Column('text')
  rating: FeedbackRating;

  @Column('text', { nullable: true })
  comment: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
