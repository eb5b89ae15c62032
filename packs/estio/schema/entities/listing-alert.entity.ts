import { Column, Entity, Index } from 'typeorm';
import { EstioRow } from './estio-row.ts';

/** A mail to a contact about new listings. */
@Entity('estio_listing_alerts')
@Index('estio_listing_alerts_of_contact', ['orgId', 'contactId', 'createdAt'])
export class EstioListingAlert extends EstioRow {
  @Column('text')
  contactId: string;

  @Column('text', { array: true })
  propertyIds: string[];

  @Column('text')
  status: 'sent' | 'in_outbox';

  @Column('text', { nullable: true })
  mailId: string | null;

  @Column('text', { default: 'system' })
  createdBy: string;

  @Column('timestamptz')
  createdAt: Date;
}
