import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

/** One request of a person for a feature. */
@Entity('feature_request_occurrences')
@Index('feature_request_occurrences_of_request', ['orgId', 'requestId'])
@Index('feature_request_occurrences_of_turn', ['orgId', 'turnId'])
@Index('feature_request_occurrences_of_conversation', ['orgId', 'conversationId', 'createdAt'])
export class FeatureRequestOccurrence extends RowWithId {
  @Column('uuid')
  requestId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  turnId: string | null;

  /** The contact of the conversation, so that the quote can be erased with the contact. */
  @Column('text', { nullable: true })
  contactId: string | null;

  /** The words of the person. */
  @Column('text')
  quote: string;

  @Column('timestamptz')
  createdAt: Date;
}
