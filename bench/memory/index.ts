// npm run bench -- memory: recall and speed of retrieval on a dataset. See README.md beside this file.
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createClock } from '#config';
import { InsightService } from '#memory';
import { OfflineEmbedder } from '#models';
import { openBackend } from '../../test/harness/installation.ts';
import { openDatabase } from '../../test/harness/test-database.ts';
import { folder, oneOf, readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';
import { serviceVersions } from '../versions.ts';
import { readDataset } from './dataset.ts';
import { recallFigures } from './evaluate.ts';
import { loadDataset, loadScale, type Loading } from './load.ts';
import { measureScale } from './scale.ts';

const MOST = 20;
/** Number of queries before the measurement, so that code is compiled and plans are cached. */
const WARM_UP = 100;

const options = readOptions('memory', {
  dataset: folder('with insights and queries'),
  backend: oneOf(['embedded', 'postgres'], 'embedded', 'database'),
  scale: whole(0, 'insights of other contacts', { least: 0 }),
});
const { insights, queries } = readDataset(options.dataset);
const cleanups: (() => Promise<void>)[] = [];
const { settings } = await openBackend({ backend: options.backend, commitsAsOnServer: true }, cleanups);
try {
  const opened = await openDatabase(settings);
  cleanups.push(() => opened.close());
  const { database, dataSource } = opened;
  const [clock, embedder] = [createClock(), new OfflineEmbedder()];
  const memory = new InsightService(database, embedder, clock);
  const loading: Loading = { database, clock, embedder, orgId: randomUUID() };
  const loadedAt = performance.now();
  const scaled = options.scale > 0 && (await withoutNearness(dataSource, loading, options.scale));
  const ids = await loadDataset(loading, insights);
  const loadS = (performance.now() - loadedAt) / 1_000;
  await dataSource.query('VACUUM ANALYZE insights');
  const retrieve = async ({ contact, text }: { contact: string; text: string }) => {
    const found = await memory.retrieve({ orgId: loading.orgId, contactId: contact, text, limit: MOST });
    return found.map(({ id }) => ids.get(id) ?? id);
  };
  for (const query of queries.slice(0, WARM_UP)) await retrieve(query);
  const retrieveMs: number[] = [];
  const answers = [];
  for (const query of queries) {
    const start = performance.now();
    const found = await retrieve(query);
    retrieveMs.push(performance.now() - start);
    answers.push({ query, found });
  }
  const figures = {
    insights: insights.length,
    queries: queries.length,
    embeddings: embedder.model,
    ...recallFigures(answers),
    retrieveMs: summarize(retrieveMs, [50, 95]),
    loadS: Math.round(loadS),
    ...(scaled && { scale: { ...scaled, ...(await measureScale(loading, memory, options.scale)) } }),
  };
  writeResult('memory', options, figures, await serviceVersions({ postgres: settings.url }));
} finally {
  for (const cleanup of cleanups.toReversed()) await cleanup();
}

/** Loads rows without the nearness index and then creates it in one step, like a restored backup. */
async function withoutNearness(
  dataSource: DataSource,
  loading: Loading,
  count: number,
): Promise<{ indexS?: number }> {
  const [index] = await dataSource.query<{ definition: string }[]>(
    `SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'insights_by_nearness'`,
  );
  await dataSource.query('DROP INDEX IF EXISTS insights_by_nearness');
  await loadScale(loading, count);
  if (!index) return {};
  const startedAt = performance.now();
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL maintenance_work_mem = '${count > 100_000 ? '4GB' : '512MB'}'`);
    await manager.query(index.definition);
  });
  return { indexS: Math.round((performance.now() - startedAt) / 1_000) };
}
