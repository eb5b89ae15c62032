import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type CalendarEventKind = 'meeting' | 'viewing' | 'external';

/** A busy time of an agent. The event of a viewing names the viewing. */
@Entity('estio_calendar_events')
@Index('estio_calendar_events_of_agent', ['orgId', 'agentUserId', 'startsAt'])
@Index('estio_calendar_events_of_viewing', ['orgId', 'viewingId'])
export class EstioCalendarEvent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'estio_calendar_events_pkey' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'estio_calendar_events_pkey' })
  id: string;

  @Column('text')
  agentUserId: string;

  @Column('timestamptz')
  startsAt: Date;

  @Column('timestamptz')
  endsAt: Date;

  @Column('text')
  kind: CalendarEventKind;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  viewingId: string | null;

  @Column('boolean', { default: false })
  sample: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
