import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A mail to a contact about new listings. */
@Entity('estio_listing_alerts')
@Index('estio_listing_alerts_of_contact', ['orgId', 'contactId', 'createdAt'])
export class EstioListingAlert {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'estio_listing_alerts_pkey' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'estio_listing_alerts_pkey' })
  id: string;

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
