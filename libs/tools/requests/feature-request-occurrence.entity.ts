import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One time that a feature was asked for. */
@Entity('feature_request_occurrences')
@Index('feature_request_occurrences_of_request', ['orgId', 'requestId'])
@Index('feature_request_occurrences_of_turn', ['orgId', 'turnId'])
@Index('feature_request_occurrences_of_conversation', ['orgId', 'conversationId', 'createdAt'])
export class FeatureRequestOccurrence {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'feature_request_occurrences_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'feature_request_occurrences_pkey' })
  id: string;

  @Column('uuid')
  requestId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  /** Whose conversation it was, so that the words can be erased with the person. */
  @Column('text', { nullable: true })
  contactId: string | null;

  /** In the words of who asked. */
  @Column('text')
  quote: string;

  @Column('timestamptz')
  createdAt: Date;
}
