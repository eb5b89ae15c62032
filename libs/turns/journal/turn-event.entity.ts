import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';
import type { TurnEventType } from '#contracts';

/** An event of a turn. Events are stored so that a subscriber that connects late or reconnects misses nothing. */
@Entity('turn_events')
export class TurnEventRow extends RowOfOrg {
  @PrimaryColumn('uuid')
  turnId: string;

  @PrimaryColumn('integer')
  seq: number;

  @Column('text')
  type: TurnEventType;

  @Column('jsonb', { default: () => "'{}'" })
  payload: Record<string, unknown>;

  @Column('timestamptz')
  at: Date;
}
