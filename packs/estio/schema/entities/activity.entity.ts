import { wordList } from '#pack-kit';
import { Column, Entity, Index } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export const activityTypes = wordList(
  'call email message meeting viewing offer document note task status_change',
);
export type ActivityType = (typeof activityTypes)[number];
export const activityOutcomes = ['positive', 'neutral', 'negative', 'no_answer', 'none'] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

/** Something that happened with a contact; the contact's timeline. */
@Entity('estio_activities')
@Index('estio_activities_of_contact', ['orgId', 'contactId', 'occurredAt'])
@Index('estio_activities_of_deal', ['orgId', 'dealId', 'occurredAt'])
export class EstioActivity extends EstioSampleRow {
  @Column('text')
  contactId: string;

  @Column('text', { nullable: true })
  dealId: string | null;

  @Column('text', { nullable: true })
  propertyId: string | null;

  @Column('text')
  type: ActivityType;

  @Column('text')
  summary: string;

  @Column('text', { default: 'none' })
  outcome: ActivityOutcome;

  @Column('timestamptz')
  occurredAt: Date;

  /** Due time of a task. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** `system`, or the user. */
  @Column('text')
  createdBy: string;
}
