import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that writes spans. */
@Entity('span_processes')
export class SpanProcess {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_span_processes' })
  id: string;

  /** From when on it has said without a long gap that it is there; by the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since: Date;

  /** When it last said that it is there; by the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  seenAt: Date;
}
