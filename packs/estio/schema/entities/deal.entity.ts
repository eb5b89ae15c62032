import { Column, Entity, Index } from 'typeorm';
import type { DealType } from './property.entity.ts';
import { EstioSampleRow } from './estio-row.ts';

export type DealStage =
  | 'new'
  | 'qualified'
  | 'viewing'
  | 'offer'
  | 'negotiation'
  | 'offer_accepted'
  | 'contract'
  | 'signed'
  | 'closed_won'
  | 'closed_lost';

/** A transaction between a contact and the owner of a property. Amounts are whole euro. */
@Entity('estio_deals')
@Index('estio_deals_of_contact', ['orgId', 'contactId'])
@Index('estio_deals_of_property', ['orgId', 'propertyId'])
export class EstioDeal extends EstioSampleRow {
  /** The buyer or tenant. */
  @Column('text')
  contactId: string;

  @Column('text')
  propertyId: string;

  @Column('text')
  title: string;

  @Column('text')
  dealType: DealType;

  @Column('text')
  stage: DealStage;

  @Column('integer')
  value: number;

  @Column('integer', { nullable: true })
  agreedPrice: number | null;

  @Column('date', { nullable: true })
  expectedCloseDate: string | null;

  @Column('timestamptz')
  updatedAt: Date;
}
