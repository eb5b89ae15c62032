import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search over traces filters by pack, and counts by it: the pack stands in its indexes. */
export class SearchedPacks1763600000450 implements MigrationInterface {
  name = 'SearchedPacks1763600000450';

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, ['"pack"', '"agent"']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, ['"agent"']);
  }
}

async function replaceIndexes(runner: QueryRunner, whose: string[]): Promise<void> {
  const key = '("org_id", "kind", "started_at", "span_id")';
  const columns = [...whose, '"model"', '"tool"', '"cost_usd"', '"latency_ms"'].join(', ');
  await runner.query('DROP INDEX "ix_spans_searched", "ix_spans_failed"');
  await runner.query(`
    CREATE INDEX "ix_spans_searched" ON "spans" ${key} INCLUDE ("status", ${columns})
      WHERE kind IN ('turn', 'tool', 'model')`);
  await runner.query(`
    CREATE INDEX "ix_spans_failed" ON "spans" ${key} INCLUDE (${columns})
      WHERE status = 'error' AND kind IN ('turn', 'tool', 'model')`);
}
