import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One circuit breaker of one process, as it says itself every few seconds while it lives. */
@Entity('model_circuits')
export class ModelCircuit {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_circuits' })
  process: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_circuits' })
  circuit: string;

  /** `worker`, `api` or `mcp`. */
  @Column('text')
  app: string;

  /** Whose own model it is; null for those of the deployment. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  provider: string;

  @Column('text')
  model: string;

  /** `closed`, `open` or `half_open`. */
  @Column('text')
  state: string;

  /** What was said last when it failed. */
  @Column('text', { nullable: true })
  failure: string | null;

  @Column('timestamptz')
  since: Date;

  @Column('timestamptz')
  seenAt: Date;
}
