import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';
import type { FeedbackRating } from '#contracts';

/** Feedback of a reader on a reply. Later feedback of the same author replaces it. */
@Entity('turn_feedback')
@Index('turn_feedback_by_time', ['orgId', 'updatedAt'])
export class TurnFeedback extends RowOfOrg {
  @PrimaryColumn('uuid')
  turnId: string;

  /** `key:` or `user:` and the id. */
  @PrimaryColumn('text')
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
