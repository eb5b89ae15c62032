import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformOnly } from '#database';

/** How many turns the running workers can run at once, which admission divides among the orgs. */
export class WorkerSlots1795910520000 implements MigrationInterface {
  name = 'WorkerSlots1795910520000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Unlogged: each worker writes its rows again every few seconds.
      CREATE UNLOGGED TABLE worker_slots (
        process uuid NOT NULL,
        priority_class text NOT NULL,
        slots integer NOT NULL,
        seen_at timestamptz NOT NULL,
        CONSTRAINT worker_slots_pkey PRIMARY KEY (process, priority_class)
      )
    `);
    await platformOnly(runner, 'worker_slots');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE worker_slots');
  }
}
