import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A conversation or a trace of a contact that was erased: a span of it that a process still holds is written no more. */
@Entity('erased_spans')
export class ErasedSpans {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_erased_spans' })
  orgId: string;

  /** Id of a conversation, or of a trace whose spans have none. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_erased_spans' })
  subject: string;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  erasedAt: Date;
}
