import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The one artifact of its kind in a conversation; what it holds are its {@link ArtifactVersion}s. */
@Entity('artifacts')
@Index('artifacts_by_kind', ['orgId', 'conversationId', 'kind'], { unique: true })
@Index('artifacts_of_contact', ['orgId', 'contactId'])
export class Artifact {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'artifacts_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'artifacts_pkey' })
  id: string;

  @Column('uuid')
  conversationId: string;

  /** Of the conversation: an erasure finds it without that. */
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
