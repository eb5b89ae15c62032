import { Entity, Index, PrimaryColumn } from 'typeorm';

export type DealRole = 'buyer' | 'seller' | 'tenant' | 'landlord';

/** A party of a deal and its role. */
@Entity('estio_deal_parties')
@Index('estio_deal_parties_of_contact', ['orgId', 'contactId'])
export class EstioDealParty {
  @PrimaryColumn('uuid')
  orgId: string;

  @PrimaryColumn('text')
  dealId: string;

  @PrimaryColumn('text')
  contactId: string;

  @PrimaryColumn('text')
  role: DealRole;
}
