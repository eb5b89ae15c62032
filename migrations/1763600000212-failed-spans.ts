import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Few spans fail, and most searches are for those that did: they have an index of their own, a fiftieth of the other. */
export class FailedSpans1763600000212 implements MigrationInterface {
  name = 'FailedSpans1763600000212';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "ix_spans_failed" ON "spans" ("org_id", "kind", "started_at", "span_id")
        INCLUDE ("agent", "model", "tool", "cost_usd", "latency_ms")
        WHERE status = 'error' AND kind IN ('turn', 'tool', 'model')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "ix_spans_failed"');
  }
}
