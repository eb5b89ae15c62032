import { wordList } from '#pack-kit';
import { Column, Entity } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export const leadStatuses = wordList('new contacted qualified nurturing viewing negotiating won lost');
export type LeadStatus = (typeof leadStatuses)[number];
export type ContactType = 'lead' | 'owner' | 'both';

/**
 * The estate agency's profile of a contact, with the person's requirements (`req…`; prices in whole euro). Its id is the
 * platform's id of the contact.
 */
@Entity('estio_contacts')
export class EstioContact extends EstioSampleRow {
  @Column('text')
  firstName: string;

  @Column('text')
  lastName: string;

  @Column('text')
  type: ContactType;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  language: string | null;

  /** Identity card or passport. */
  @Column('text', { nullable: true })
  identityNumber: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { default: 'new' })
  status: LeadStatus;

  /** 0 to 100. */
  @Column('integer', { default: 0 })
  leadScore: number;

  /** Handle of the user who is responsible for the contact. */
  @Column('text', { nullable: true })
  agentUserId: string | null;

  @Column('boolean', { default: false })
  marketingConsent: boolean;

  /** Districts and areas by their canonical names. */
  @Column('text', { array: true, default: '{}' })
  reqDistricts: string[];

  @Column('integer', { nullable: true })
  reqMinPrice: number | null;

  @Column('integer', { nullable: true })
  reqMaxPrice: number | null;

  /** Exactly this many. */
  @Column('integer', { nullable: true })
  reqBedrooms: number | null;

  /** At least this many. */
  @Column('integer', { nullable: true })
  reqBedroomsMin: number | null;

  /** Dated lines, oldest first. */
  @Column('text', { default: '' })
  reqNotes: string;

  @Column('timestamptz', { nullable: true })
  lastAlertAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastActivityAt: Date | null;

  @Column('timestamptz')
  updatedAt: Date;
}
