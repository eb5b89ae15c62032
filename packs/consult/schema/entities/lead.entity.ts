import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What is known of a visitor who may become a client. */
@Entity('consult_leads')
@Index('consult_leads_by_time', ['orgId', 'createdAt', 'id'])
@Index('consult_leads_by_email', ['orgId', 'email'])
export class ConsultLead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'consult_leads_pkey' })
  orgId: string;

  /** The contact's id of the platform. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'consult_leads_pkey' })
  id: string;

  /** The conversation that made the lead. */
  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('text', { nullable: true })
  name: string | null;

  /** In lower case. */
  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  company: string | null;

  @Column('text', { nullable: true })
  role: string | null;

  @Column('text', { nullable: true })
  industry: string | null;

  @Column('text', { nullable: true })
  website: string | null;

  /** Who would attend, such as "3 developers and 1 product manager". */
  @Column('text', { nullable: true })
  teamRoles: string | null;

  @Column('text', { nullable: true })
  techStack: string | null;

  @Column('text', { array: true, default: '{}' })
  painPoints: string[];

  /** How far the company is with AI, in its own words. */
  @Column('text', { nullable: true })
  currentState: string | null;

  /** Highest calculated value, US dollar a month. */
  @Column('double precision', { nullable: true })
  monthlyValue: number | null;

  @Column('boolean', { default: false })
  askedForPrice: boolean;

  /** 0 to 100. */
  @Column('integer', { default: 0 })
  score: number;

  /** Distinct capabilities that were shown, oldest first. */
  @Column('text', { array: true, default: '{}' })
  capabilitiesShown: string[];

  @Column('timestamptz', { nullable: true })
  bookingLinkSharedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  bookedAt: Date | null;

  /** When the booking service said what it said last; older messages are replayed ones, or late. */
  @Column('timestamptz', { nullable: true })
  bookingToldAt: Date | null;

  @Column('boolean', { default: false })
  sample: boolean;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
