import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Why a version serves or does not: better or as good, worse, no longer wanted because a contact was forgotten. */
export type RankerVerdict = 'serves' | 'worse' | 'forgotten';

/** Recall among twelve on the newest part of the log, which neither side had learned from when it could be helped. */
export interface RankerComparison {
  /** Calls that were asked for; too few compare nothing. */
  calls: number;
  candidate: number | null;
  /** The version that served until then; text alone where there was none. */
  before: { version: number | null; recallAt12: number | null };
}

/** One training of an org's ranker. */
@Entity('ranker_versions')
@Index('ranker_versions_serving', ['orgId'], { unique: true, where: 'serving' })
export class RankerVersion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ranker_versions_pkey' })
  orgId: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'ranker_versions_pkey' })
  version: number;

  @Column('boolean', { default: false })
  serving: boolean;

  @Column('text')
  verdict: RankerVerdict;

  /** Calls that it learned from. */
  @Column('integer')
  examples: number;

  @Column('integer')
  tools: number;

  /** The newest call that it has seen. */
  @Column('timestamptz')
  trainedUntil: Date;

  @Column('integer')
  trainMs: number;

  @Column('jsonb')
  comparison: RankerComparison;

  /** What was learned (`ranker-file`); null once a contact was forgotten, or newer versions came. */
  @Column('bytea', { nullable: true, select: false })
  state: Buffer | null;

  @Column('timestamptz')
  createdAt: Date;
}
