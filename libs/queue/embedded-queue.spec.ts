import { randomBytes, randomUUID } from 'node:crypto';
import { loadConfig } from '#config';
import { createEmbeddedTestDatabase } from '../../test/harness/embedded-test-database.ts';
import { eventually } from '../../test/harness/eventually.ts';
import type { TestDatabase } from '../../test/harness/test-database.ts';
import {
  jobNames,
  JobQueue,
  JobWorkers,
  openQueueConnection,
  RunLaterError,
  type JobName,
  type JobProcessor,
  type QueueConnection,
} from './index.ts';

const quiet = { warn: () => undefined, error: () => undefined };

describe('the queue of the embedded database', () => {
  let testDatabase: TestDatabase;
  let connection: QueueConnection;
  let jobs: JobQueue;
  let workers: JobWorkers;

  beforeAll(async () => {
    testDatabase = await createEmbeddedTestDatabase();
    const config = loadConfig({
      EMBEDDED_DATABASE_URL: testDatabase.settings.url,
      QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
    });
    connection = await openQueueConnection(config);
    jobs = new JobQueue(connection);
  });

  afterAll(async () => {
    await workers?.close(10_000);
    await jobs?.close();
    await connection?.close();
    await testDatabase?.drop();
  });

  it('does not delay a job because of another job that is due much later', async () => {
    const later = randomUUID();
    const put: string[] = [];
    const done: string[] = [];
    const process = async (payload: unknown) => {
      const { turnId } = payload as { turnId: string };
      if (turnId === later) {
        put.push(turnId);
        throw new RunLaterError(3_600_000, 'in an hour');
      }
      done.push(turnId);
    };
    const processorOf = (job: JobName) =>
      ({ job, process: job === 'turn.chat' ? process : async () => undefined }) as JobProcessor;
    workers = new JobWorkers(connection, jobNames.map(processorOf), { concurrency: 4, logger: quiet });
    workers.start();
    const enqueue = (turnId: string) =>
      jobs.enqueue('turn.chat', { v: 1, orgId: randomUUID(), turnId, run: 0 }, { jobId: `${turnId}-0` });
    await enqueue(later);
    await eventually(async () => expect(put).toEqual([later]));
    for (let times = 1; times <= 3; times += 1) {
      await enqueue(randomUUID());
      await eventually(async () => expect(done).toHaveLength(times));
    }
  });
});
