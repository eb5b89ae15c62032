import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A conversation or trace of an erased contact. Spans of it that are still in the memory of a process are not written. */
@Entity('erased_spans')
export class ErasedSpans {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_erased_spans' })
  orgId: string;

  /** Id of a conversation, or of a trace whose spans have no conversation. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_erased_spans' })
  subject: string;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  erasedAt: Date;
}
