import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Mean answer length of a task of an org, from its recent calls. */
@Entity('task_outputs')
export class TaskOutput {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_task_outputs' })
  orgId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_task_outputs' })
  taskType: string;

  /** Moving average in tokens; later calls weigh more. */
  @Column('double precision')
  meanTokens: number;

  @Column('bigint')
  calls: string;
}
