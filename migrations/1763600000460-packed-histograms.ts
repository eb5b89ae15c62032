import type { MigrationInterface, QueryRunner } from 'typeorm';

const histograms: Readonly<Record<string, readonly string[]>> = {
  turn_rollups: ['latency_ms', 'queue_wait_ms', 'selection_us'],
  tool_call_rollups: ['duration_ms'],
  model_call_rollups: ['latency_ms'],
};

/** Histograms of rollups as bytes, of which a question reads the cells that it is about. Packs of before keep their arrays. */
export class PackedHistograms1763600000460 implements MigrationInterface {
  name = 'PackedHistograms1763600000460';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(histograms))
      await runner.query(
        `ALTER TABLE "${table}" ${columns.map((one) => `ADD COLUMN "${one}_packed" bytea`).join(', ')}`,
      );
  }

  /** Packs of coarser sets have no arrays: questions read the finest, and weeks are summed up anew. */
  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(histograms)) {
      await runner.query(`DELETE FROM "${table}" WHERE summed_over > 0`);
      await runner.query(
        `ALTER TABLE "${table}" ${columns.map((one) => `DROP COLUMN "${one}_packed"`).join(', ')}`,
      );
    }
  }
}
