import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every turn writes that is large enough to be compressed. */
const LARGE_COLUMNS = {
  spans: ['input', 'output', 'draft_reply', 'thought_steps', 'tool_calls', 'attributes'],
  turn_steps: ['outcome'],
  tool_calls: ['arguments', 'result', 'whole_result'],
};

/**
 * Texts of turns are compressed by lz4: spans then take half of PostgreSQL's time to write. Rows of before stay as they are,
 * and can be read all the same. A PostgreSQL that was built without lz4 goes on with its own way.
 */
export class FastCompression1763600000510 implements MigrationInterface {
  name = 'FastCompression1763600000510';

  async up(runner: QueryRunner): Promise<void> {
    const [{ known }] = (await runner.query(
      `SELECT 'lz4' = ANY (enumvals) AS known FROM pg_settings WHERE name = 'default_toast_compression'`,
    )) as [{ known: boolean }];
    if (known) await compressBy(runner, 'lz4');
  }

  async down(runner: QueryRunner): Promise<void> {
    await compressBy(runner, 'default');
  }
}

/** A partition that is made later has it of its table. */
async function compressBy(runner: QueryRunner, method: string): Promise<void> {
  for (const [table, columns] of Object.entries(LARGE_COLUMNS)) {
    const changes = columns.map((column) => `ALTER COLUMN "${column}" SET COMPRESSION ${method}`).join(', ');
    await runner.query(`
      DO $$
      DECLARE
        relation regclass;
      BEGIN
        FOR relation IN
          SELECT '${table}'::regclass UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = '${table}'::regclass
        LOOP
          EXECUTE format('ALTER TABLE %s ${changes}', relation);
        END LOOP;
      END $$`);
  }
}
