import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TurnEventType } from '#contracts';

/** An event of a turn. Events are stored so that a subscriber that connects late or reconnects misses nothing. */
@Entity('turn_events')
export class TurnEventRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_events_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'turn_events_pkey' })
  turnId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'turn_events_pkey' })
  seq: number;

  @Column('text')
  type: TurnEventType;

  @Column('jsonb', { default: () => "'{}'" })
  payload: Record<string, unknown>;

  @Column('timestamptz')
  at: Date;
}
