import { randomUUID } from 'node:crypto';
import { loadConfig } from '#config';
import { JobQueue } from '#queue';
import type { Installation } from '../../harness/installation.ts';
import { withClient } from '../../harness/with-client.ts';
import { openQueueConnection } from '../../../libs/queue/queue-connection.ts';

/** Number of turns whose jobs are enqueued again at a time. */
const TURNS_AT_ONCE = 20;

/**
 * Enqueues redundant jobs: for turns that have ended, that run, and that wait behind another turn of their
 * conversation, each twice.
 */
export async function replayJobs(turnpike: Installation): Promise<void> {
  const rows = await withClient(turnpike.database.url, async (client) => {
    const found = await client.query<{ orgId: string; turnId: string; run: number }>(
      `SELECT org_id AS "orgId", id AS "turnId", run FROM turns
        WHERE contact_id LIKE 'fault-%' ORDER BY random() LIMIT ${TURNS_AT_ONCE}`,
    );
    return found.rows;
  });
  const connection = await openQueueConnection(loadConfig({ ...turnpike.settings }));
  const jobs = new JobQueue(connection);
  try {
    for (const row of rows)
      for (const jobId of [`replayed-${randomUUID()}`, `replayed-${randomUUID()}`])
        await jobs.enqueue('turn.chat', { v: 1, ...row }, { jobId });
  } finally {
    await jobs.close();
    await connection.close();
  }
}
