import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['turn_rollups', 'tool_call_rollups', 'tool_choice_rollups', 'model_call_rollups'];

/** Weeks of rollups beside days. Those that are over are summed up by the next rounds. */
export class WeeksOfRollups1763600000440 implements MigrationInterface {
  name = 'WeeksOfRollups1763600000440';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await keepGrains(runner, table, ['hour', 'day', 'week', 'kept']);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`DELETE FROM "${table}" WHERE grain = 'week'`);
      await keepGrains(runner, table, ['hour', 'day', 'kept']);
    }
  }
}

async function keepGrains(runner: QueryRunner, table: string, grains: readonly string[]): Promise<void> {
  await runner.query(`ALTER TABLE "${table}" DROP CONSTRAINT "ck_${table}_grain"`);
  await runner.query(
    `ALTER TABLE "${table}" ADD CONSTRAINT "ck_${table}_grain" CHECK (grain IN (${grains.map((one) => `'${one}'`).join(', ')}))`,
  );
}
