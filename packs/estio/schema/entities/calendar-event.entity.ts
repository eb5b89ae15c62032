import { Column, Entity, Index } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export type CalendarEventKind = 'meeting' | 'viewing' | 'external';

/** A busy time of an agent. The event of a viewing names the viewing. */
@Entity('estio_calendar_events')
@Index('estio_calendar_events_of_agent', ['orgId', 'agentUserId', 'startsAt'])
@Index('estio_calendar_events_of_viewing', ['orgId', 'viewingId'])
export class EstioCalendarEvent extends EstioSampleRow {
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
}
