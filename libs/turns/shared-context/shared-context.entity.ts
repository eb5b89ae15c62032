import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What of the person's surroundings a client may share. */
export type SharedKind = 'location' | 'screen' | 'webcam';

export interface SharedLocation {
  position?: { latitude: number; longitude: number; accuracyM?: number | undefined } | undefined;
  city?: string | undefined;
  country?: string | undefined;
}

/** What a contact consented to share in a conversation, until it is taken back. */
@Entity('shared_contexts')
export class SharedContext {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'shared_contexts_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'shared_contexts_pkey' })
  conversationId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'shared_contexts_pkey' })
  kind: SharedKind;

  @Column('jsonb', { nullable: true })
  location: SharedLocation | null;

  /** The picture. */
  @Column('uuid', { nullable: true })
  fileId: string | null;

  @Column('timestamptz')
  sharedAt: Date;

  /** Of a picture: `pending`, `ready`, or why it is not looked at, such as `NOT_CONFIGURED: VISION_MODEL`. */
  @Column('text', { nullable: true })
  analysisState: string | null;

  @Column('text', { nullable: true })
  analysis: string | null;

  @Column('text', { nullable: true })
  analysisModel: string | null;

  @Column('timestamptz', { nullable: true })
  analyzedAt: Date | null;
}
