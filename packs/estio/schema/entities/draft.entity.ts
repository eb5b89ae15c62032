import { Column, Entity, Index } from 'typeorm';
import { EstioRow } from './estio-row.ts';

/** A reply for a person to review; it has not been sent. */
@Entity('estio_drafts')
@Index('estio_drafts_of_contact', ['orgId', 'contactId', 'createdAt'])
export class EstioDraft extends EstioRow {
  @Column('text')
  contactId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('text')
  intent: string;

  @Column('text')
  channel: 'chat' | 'email';

  @Column('text')
  language: string;

  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text')
  text: string;

  @Column('text', { array: true, default: '{}' })
  propertyIds: string[];

  @Column('text', { default: 'draft' })
  status: 'draft';

  /** Name of the model, or `rules`. */
  @Column('text')
  generatedBy: string;

  @Column('text', { default: 'system' })
  createdBy: string;

  @Column('timestamptz')
  createdAt: Date;
}
