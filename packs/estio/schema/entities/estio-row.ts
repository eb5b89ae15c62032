import { Column, PrimaryColumn } from 'typeorm';

/** The key of the pack's tables. */
export abstract class EstioRow {
  @PrimaryColumn('uuid')
  orgId: string;

  /** Unique in the org, such as `deal-001`. */
  @PrimaryColumn('text')
  id: string;
}

/** A row of which the demo org has samples. */
export abstract class EstioSampleRow extends EstioRow {
  @Column('boolean', { default: false })
  sample: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
