import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How large the result of each tool call was, which its audit row may hold cut. */
export class ToolResultBytes1763600000400 implements MigrationInterface {
  name = 'ToolResultBytes1763600000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tool_calls" ADD COLUMN "result_bytes" integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tool_calls" DROP COLUMN "result_bytes"');
  }
}
