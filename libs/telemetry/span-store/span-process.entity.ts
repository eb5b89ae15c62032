import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that writes spans. */
@Entity('span_processes')
export class SpanProcess {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_span_processes' })
  id: string;

  /** Start of the current series of heartbeats without a long gap, by the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since: Date;

  /** Last heartbeat, by the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  seenAt: Date;
}
