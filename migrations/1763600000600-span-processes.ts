import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformOnly } from '#database';

/**
 * Which processes are there that write spans, so that what one has left open when it was killed is ended by another. What is
 * open has one index for both sweeps, of turns' runs and of the rest.
 */
export class SpanProcesses1763600000600 implements MigrationInterface {
  name = 'SpanProcesses1763600000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "span_processes" (
        "id" uuid NOT NULL,
        "since" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "seen_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT "pk_span_processes" PRIMARY KEY ("id")
      )`);
    await platformOnly(runner, 'span_processes');
    await runner.query(`CREATE INDEX "ix_spans_open" ON "spans" ("started_at") WHERE status = 'running'`);
    await runner.query('DROP INDEX "ix_spans_open_turns"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "ix_spans_open_turns" ON "spans" ("started_at") WHERE status = 'running' AND kind = 'turn'`,
    );
    await runner.query('DROP INDEX "ix_spans_open"');
    await runner.query('DROP TABLE "span_processes"');
  }
}
