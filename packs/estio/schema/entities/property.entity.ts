import { Column, Entity, Index } from 'typeorm';
import { EstioRow } from './estio-row.ts';

export type PropertyType = 'Apartment' | 'Villa' | 'House' | 'Townhouse' | 'Studio';
export type DealType = 'sale' | 'rent';
export type PropertyStatus = 'available' | 'reserved' | 'sold' | 'rented' | 'withdrawn';
export type TitleDeed = 'yes' | 'no' | 'pending';

/** A listing. Prices are whole euro: in total for a sale, a month for a rent. Areas in m², distances in metres. */
@Entity('estio_properties')
@Index('estio_properties_reference', ['orgId', 'reference'], { unique: true })
@Index('estio_properties_search', ['orgId', 'status', 'district', 'price', 'id'])
@Index('estio_properties_of_owner', ['orgId', 'ownerContactId'])
export class EstioProperty extends EstioRow {
  @Column('text')
  reference: string;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text')
  district: string;

  @Column('text')
  area: string;

  @Column('text')
  addressLine: string;

  @Column('text')
  propertyType: PropertyType;

  @Column('text')
  dealType: DealType;

  @Column('integer')
  price: number;

  /** 0 is a studio. */
  @Column('integer')
  bedrooms: number;

  @Column('integer')
  bathrooms: number;

  @Column('integer')
  coveredAreaSqm: number;

  @Column('integer', { nullable: true })
  plotAreaSqm: number | null;

  @Column('integer')
  distanceToSea: number;

  @Column('boolean')
  seaView: boolean;

  @Column('boolean')
  pool: boolean;

  @Column('integer')
  yearBuilt: number;

  @Column('text')
  titleDeed: TitleDeed;

  @Column('text', { default: '' })
  titleDeedNumber: string;

  @Column('text')
  energyClass: string;

  @Column('text')
  status: PropertyStatus;

  @Column('text', { nullable: true })
  ownerContactId: string | null;

  /** Handle of the user who is responsible for the listing. */
  @Column('text', { nullable: true })
  agentUserId: string | null;

  @Column('timestamptz')
  listedAt: Date;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  @Column('integer', { nullable: true })
  closedPrice: number | null;

  /** True for a demo row; replies that use it call it sample data. */
  @Column('boolean', { default: false })
  sample: boolean;
}
