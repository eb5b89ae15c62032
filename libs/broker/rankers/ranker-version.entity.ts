import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RowOfOrg } from '#database';

/** `serves`: no worse than the previous version; `worse`; `forgotten`: deleted because a contact was erased. */
export type RankerVerdict = 'serves' | 'worse' | 'forgotten';

/** Recall at 12 on the newest part of the log. The candidate has not learned from it; the previous version usually has not. */
export interface RankerComparison {
  /** Number of replayed calls; with too few, nothing is compared. */
  calls: number;
  candidate: number | null;
  /** The previously serving version; null for ranking by text alone. */
  before: { version: number | null; recallAt12: number | null };
}

@Entity('ranker_versions')
@Index('ranker_versions_serving', ['orgId'], { unique: true, where: 'serving' })
export class RankerVersion extends RowOfOrg {
  @PrimaryColumn('integer')
  version: number;

  @Column('boolean', { default: false })
  serving: boolean;

  @Column('text')
  verdict: RankerVerdict;

  /** Number of calls in the training. */
  @Column('integer')
  examples: number;

  @Column('integer')
  tools: number;

  /** Time of the newest call in the training. */
  @Column('timestamptz')
  trainedUntil: Date;

  @Column('integer')
  trainMs: number;

  @Column('jsonb')
  comparison: RankerComparison;

  /** Learned state (`ranker-file`); null after the erasure of a contact, or once newer versions replace it. */
  @Column('bytea', { nullable: true, select: false })
  state: Buffer | null;

  @Column('timestamptz')
  createdAt: Date;
}
