import { Entity, Index, PrimaryColumn } from 'typeorm';

export type DealRole = 'buyer' | 'seller' | 'tenant' | 'landlord';

/** Who takes part in a deal, and as what. */
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
