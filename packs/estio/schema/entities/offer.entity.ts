import { Column, Entity, Index } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export type OfferDirection = 'buyer_to_seller' | 'seller_to_buyer';
export type OfferStatus = 'sent' | 'in_outbox' | 'accepted' | 'rejected' | 'superseded' | 'expired';

/** A price that one side of a deal puts to the other. Amounts are whole euro. */
@Entity('estio_offers')
@Index('estio_offers_of_deal', ['orgId', 'dealId', 'createdAt'])
export class EstioOffer extends EstioSampleRow {
  @Column('text')
  dealId: string;

  @Column('text')
  direction: OfferDirection;

  @Column('integer')
  amount: number;

  @Column('text', { array: true, default: '{}' })
  conditions: string[];

  /** `in_outbox`: the mail is stored in the outbox and has not been sent. */
  @Column('text')
  status: OfferStatus;

  @Column('timestamptz')
  validUntil: Date;

  @Column('text', { default: '' })
  message: string;

  /** Id of the mail in the outbox. */
  @Column('text', { nullable: true })
  mailId: string | null;

  @Column('text', { default: 'system' })
  createdBy: string;
}
