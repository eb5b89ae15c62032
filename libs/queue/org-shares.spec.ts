import { randomBytes, randomUUID } from 'node:crypto';
import { loadConfig } from '#config';
import { eventually } from '../../test/harness/eventually.ts';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import {
  jobCatalogue,
  jobNames,
  JobQueue,
  JobWorkers,
  openQueueConnection,
  type JobProcessor,
  type QueueConnection,
} from './index.ts';

const quiet = { warn: () => undefined, error: () => undefined };

describeWith('postgres', 'the shares of orgs', () => {
  let testDatabase: TestDatabase;
  let connection: QueueConnection;
  let jobs: JobQueue;
  let workers: JobWorkers;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const QUEUE_PREFIX = `test-${randomBytes(5).toString('hex')}`;
    connection = await openQueueConnection(
      loadConfig({ DATABASE_URL: testDatabase.settings.url, QUEUE_PREFIX }),
    );
    jobs = new JobQueue(connection);
  });

  afterAll(async () => {
    await workers?.close(10_000);
    await jobs?.close();
    await connection?.close();
    await testDatabase?.drop();
  });

  it('leave slots to another org while the deliveries of one org get no response', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    const running = new Set<string>();
    const done: string[] = [];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const deliver: JobProcessor<'deliver'> = {
      job: 'deliver',
      process: async ({ orgId, outboxTaskId }) => {
        if (orgId === dead) {
          running.add(outboxTaskId);
          await answered;
          running.delete(outboxTaskId);
        }
        done.push(orgId);
      },
    };
    const enqueue = (orgId: string) => {
      const outboxTaskId = randomUUID();
      return jobs.enqueue('deliver', { v: 1, orgId, outboxTaskId }, { jobId: outboxTaskId });
    };
    const { concurrency, perOrg } = jobCatalogue.deliver;
    for (let count = 0; count < concurrency + 5; count += 1) await enqueue(dead);
    await enqueue(alive);
    const others = jobNames
      .filter((job) => job !== 'deliver')
      .map((job) => ({ job, process: async () => undefined }) as JobProcessor);
    workers = new JobWorkers(connection, [deliver as JobProcessor, ...others], {
      concurrency: 1,
      logger: quiet,
    });
    workers.start();
    await eventually(async () => expect(done).toEqual([alive]));
    expect(running.size).toBe(perOrg);
    answer();
    await eventually(async () => expect(done).toHaveLength(concurrency + 6));
  });
});
