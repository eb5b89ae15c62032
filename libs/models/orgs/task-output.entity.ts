import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How long the answers to a task of an org are, as its last calls were. */
@Entity('task_outputs')
export class TaskOutput {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_task_outputs' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_task_outputs' })
  taskType: string;

  /** A moving average, in which later calls weigh more. */
  @Column('double precision')
  meanTokens: number;

  @Column('bigint')
  calls: string;
}
