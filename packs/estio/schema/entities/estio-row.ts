import { PrimaryColumn } from 'typeorm';

/** The key of the pack's tables. */
export abstract class EstioRow {
  @PrimaryColumn('uuid')
  orgId: string;

  /** Unique in the org, such as `deal-001`. */
  @PrimaryColumn('text')
  id: string;
}
