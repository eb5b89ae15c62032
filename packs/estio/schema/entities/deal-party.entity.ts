import { Entity, Index, PrimaryColumn } from 'typeorm';

export type DealRole = 'buyer' | 'seller' | 'tenant' | 'landlord';

/** A party of a deal and its role. */
@Entity('estio_deal_parties')
@Index('estio_deal_parties_of_contact', ['orgId', 'contactId'])
export class EstioDealParty {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'estio_deal_parties_pkey' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'estio_deal_parties_pkey' })
  dealId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'estio_deal_parties_pkey' })
  contactId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'estio_deal_parties_pkey' })
  role: DealRole;
}
