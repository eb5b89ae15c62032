import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The known facts about a visitor who may become a client. */
@Entity('consult_leads')
@Index('consult_leads_by_time', ['orgId', 'createdAt', 'id'])
@Index('consult_leads_by_email', ['orgId', 'email'])
export class ConsultLead {
  @PrimaryColumn('uuid')
  orgId: string;

  /** The contact's id of the platform. */
  @PrimaryColumn('text')
  id: string;

  /** The conversation in which the lead was created. */
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

  /** Expected participants, such as "3 developers and 1 product manager". */
  @Column('text', { nullable: true })
  teamRoles: string | null;

  @Column('text', { nullable: true })
  techStack: string | null;

  @Column('text', { array: true, default: '{}' })
  painPoints: string[];

  /** The company's AI maturity, in its own words. */
  @Column('text', { nullable: true })
  currentState: string | null;

  /** Highest calculated value, in US dollar a month. */
  @Column('double precision', { nullable: true })
  monthlyValue: number | null;

  @Column('boolean', { default: false })
  askedForPrice: boolean;

  /** 0 to 100. */
  @Column('integer', { default: 0 })
  score: number;

  /** Distinct capabilities shown so far, oldest first. */
  @Column('text', { array: true, default: '{}' })
  capabilitiesShown: string[];

  @Column('timestamptz', { nullable: true })
  bookingLinkSharedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  bookedAt: Date | null;

  /** Time of the last event of the booking service; older events are replays or late. */
  @Column('timestamptz', { nullable: true })
  bookingToldAt: Date | null;

  @Column('boolean', { default: false })
  sample: boolean;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
