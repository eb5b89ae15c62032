import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** The kinds of surroundings that a client can share. */
export type SharedKind = 'location' | 'screen' | 'webcam';

export interface SharedLocation {
  position?: { latitude: number; longitude: number; accuracyM?: number | undefined } | undefined;
  city?: string | undefined;
  country?: string | undefined;
}

/** Surroundings that a contact shares in a conversation with consent, until they take it back. */
@Entity('shared_contexts')
export class SharedContext extends RowOfOrg {
  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('text')
  kind: SharedKind;

  @Column('jsonb', { nullable: true })
  location: SharedLocation | null;

  /** The picture. */
  @Column('uuid', { nullable: true })
  fileId: string | null;

  @Column('timestamptz')
  sharedAt: Date;

  /** State of a picture: `pending`, `ready`, or the reason for no analysis, such as `NOT_CONFIGURED: VISION_MODEL`. */
  @Column('text', { nullable: true })
  analysisState: string | null;

  @Column('text', { nullable: true })
  analysis: string | null;

  @Column('text', { nullable: true })
  analysisModel: string | null;

  @Column('timestamptz', { nullable: true })
  analyzedAt: Date | null;
}
