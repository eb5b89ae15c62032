import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One circuit breaker of one process, reported every few seconds while the process runs. */
@Entity('model_circuits')
export class ModelCircuit {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_model_circuits' })
  process: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_model_circuits' })
  circuit: string;

  /** `worker`, `api` or `mcp`. */
  @Column('text')
  app: string;

  /** The org whose own account is used; null for the deployment's. */
  @Column('uuid', { nullable: true })
  orgId: string | null;

  @Column('text')
  provider: string;

  @Column('text')
  model: string;

  /** `closed`, `open` or `half_open`. */
  @Column('text')
  state: string;

  @Column('text', { nullable: true })
  failure: string | null;

  @Column('timestamptz')
  since: Date;

  @Column('timestamptz')
  seenAt: Date;
}
