import { Column, Entity, Index } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export type ViewingStatus = 'scheduled' | 'confirmed' | 'done' | 'cancelled' | 'no_show';

/** An appointment at a property with one of the office's agents. */
@Entity('estio_viewings')
@Index('estio_viewings_of_agent', ['orgId', 'agentUserId', 'startsAt'])
@Index('estio_viewings_of_property', ['orgId', 'propertyId', 'startsAt'])
@Index('estio_viewings_of_contact', ['orgId', 'contactId', 'startsAt'])
export class EstioViewing extends EstioSampleRow {
  @Column('text')
  propertyId: string;

  @Column('text')
  contactId: string;

  /** Handle of the user who shows it. */
  @Column('text')
  agentUserId: string;

  @Column('timestamptz')
  startsAt: Date;

  @Column('timestamptz')
  endsAt: Date;

  @Column('text', { default: 'scheduled' })
  status: ViewingStatus;

  @Column('text', { default: '' })
  notes: string;

  @Column('text', { nullable: true })
  feedback: string | null;
}
