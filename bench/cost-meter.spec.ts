import { describeWith, TEST_REDIS_URL } from '../test/harness/services.ts';
import { createTestDatabase } from '../test/harness/test-database.ts';
import { withClient } from '../test/harness/with-client.ts';
import { CostMeter } from './cost-meter.ts';

const PAGES = `CREATE TABLE written AS SELECT repeat(md5(n::text), 32) FROM generate_series(1, 4000) n`;
const TIME = `SELECT sum(n) FROM generate_series(1, 1000000) n`;

describeWith(['postgres', 'redis'], 'the cost of a turn', () => {
  it('has the time of an ended process, and what was written', async () => {
    const { settings, drop } = await createTestDatabase({ commitsAsOnServer: true });
    const meter = await CostMeter.open(settings.url, TEST_REDIS_URL);
    try {
      const { costs } = await meter.perTurn(10, {}, () =>
        withClient(settings.url, async (client) => {
          for (const statement of [PAGES, TIME, TIME]) await client.query(statement);
        }),
      );
      // 4,000 rows of 1 KiB by 10 turns.
      expect(costs.postgres.diskKib).toBeGreaterThan(400);
      expect(costs.postgres.walKib).toBeGreaterThan(400);
      expect(costs.postgres.transactions).toBeGreaterThanOrEqual(0.3);
      expect(costs.cpuMs.postgres).toBeGreaterThan(10);
      expect(costs.redis.commands?.info).toBeGreaterThan(0);
    } finally {
      await meter.close();
      await drop();
    }
  });
});
