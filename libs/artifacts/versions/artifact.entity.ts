import { Column, Entity, Index } from 'typeorm';
import { RowWithId } from '#database';

/** The artifact of a kind in a conversation. Its contents are {@link ArtifactVersion}s. */
@Entity('artifacts')
@Index('artifacts_by_kind', ['orgId', 'conversationId', 'kind'], { unique: true })
@Index('artifacts_of_contact', ['orgId', 'contactId'])
export class Artifact extends RowWithId {
  @Column('uuid')
  conversationId: string;

  /** Contact of the conversation, so that an erasure finds the artifact without it. */
  @Column('text')
  contactId: string;

  @Column('text')
  kind: string;

  @Column('text')
  title: string;

  @Column('integer')
  currentVersion: number;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
