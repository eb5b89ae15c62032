import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of turns of one priority class that one running worker can run at once. */
@Entity('worker_slots')
export class WorkerSlotsRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'worker_slots_pkey' })
  process: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'worker_slots_pkey' })
  priorityClass: string;

  @Column('integer')
  slots: number;

  /** Time of the database, since the clocks of processes may differ. */
  @Column('timestamptz')
  seenAt: Date;
}
