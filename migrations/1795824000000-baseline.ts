import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createAnalytics } from './baseline/analytics.ts';
import { createAnalyticsViews } from './baseline/analytics-views.ts';
import { createArtifacts } from './baseline/artifacts.ts';
import { createBroker } from './baseline/broker.ts';
import { compressByLz4 } from './baseline/compression.ts';
import { createFlags } from './baseline/flags.ts';
import { createIdentity } from './baseline/identity.ts';
import { createMcp } from './baseline/mcp.ts';
import { createMemory } from './baseline/memory.ts';
import { createModels } from './baseline/models.ts';
import { createOutbound } from './baseline/outbound.ts';
import { createConsult } from './baseline/pack-consult.ts';
import { createEstio } from './baseline/pack-estio.ts';
import { createQueue } from './baseline/queue.ts';
import { grantRights, tablesOf } from './baseline/rights.ts';
import { createRollups } from './baseline/rollups.ts';
import { createTelemetry } from './baseline/telemetry.ts';
import { createTools } from './baseline/tools.ts';
import { createTurns } from './baseline/turns.ts';

/** The schema of the first release, by subject. `migrate` creates the extension and the roles before. */
export class Baseline1795824000000 implements MigrationInterface {
  name = 'Baseline1795824000000';

  async up(runner: QueryRunner): Promise<void> {
    const before = new Set(await tablesOf(runner));
    await createQueue(runner);
    await createTelemetry(runner);
    await createIdentity(runner);
    await createFlags(runner);
    await createTurns(runner);
    await createTools(runner);
    await createBroker(runner);
    await createMcp(runner);
    await createModels(runner);
    await createMemory(runner);
    await createArtifacts(runner);
    await createOutbound(runner);
    await createRollups(runner);
    await createAnalytics(runner);
    await createAnalyticsViews(runner);
    await createEstio(runner);
    await createConsult(runner);
    await grantRights(
      runner,
      (await tablesOf(runner)).filter((table) => !before.has(table)),
    );
    await compressByLz4(runner);
  }

  async down(): Promise<void> {
    throw new Error('Nothing comes before the baseline: drop the database instead.');
  }
}
