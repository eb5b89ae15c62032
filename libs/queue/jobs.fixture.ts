import { randomBytes, randomUUID } from 'node:crypto';
import { loadConfig } from '#config';
import { describeWith, TEST_REDIS_URL, type TestService } from '../../test/harness/services.ts';
import { suiteDatabase, type SuiteDatabase } from '../../test/harness/suite-database.ts';
import {
  jobNames,
  JobQueue,
  JobWorkers,
  openQueueConnection,
  queueNames,
  type JobName,
  type JobProcessor,
  type JobRun,
  type QueueConnection,
} from './index.ts';

export type Logger = ConstructorParameters<typeof JobWorkers>[2]['logger'];

const BACKENDS: [backend: QueueConnection['kind'], services: TestService[]][] = [
  ['postgres', ['postgres']],
  ['redis', ['postgres', 'redis']],
];

export const quiet: Logger = { warn: () => undefined, error: () => undefined };

/** A prefix that no other test uses. */
export const uniquePrefix = () => `test-${randomBytes(5).toString('hex')}`;

/** A logger that records the fields of its entries. */
export function recording(): Logger & { warnings: unknown[]; errors: unknown[] } {
  const [warnings, errors]: [unknown[], unknown[]] = [[], []];
  return {
    warnings,
    errors,
    warn: (fields: unknown) => void warnings.push(fields),
    error: (fields: unknown) => void errors.push(fields),
  };
}

export function processorOf(
  job: JobName,
  process: JobProcessor['process'] = async () => undefined,
): JobProcessor {
  return { job, process };
}

/** One processor for each job: `process` for `job`, and one that does nothing for all other jobs. */
export function processorsOf(job: JobName, process: JobProcessor['process']): JobProcessor[] {
  return jobNames.map((name) => (name === job ? processorOf(name, process) : processorOf(name)));
}

/** As {@link processorsOf}, for chat turns. */
export function processorsOfChat(process: (turnId: string, run: JobRun) => Promise<void>): JobProcessor[] {
  return processorsOf('turn.chat', (payload, run) => process((payload as { turnId: string }).turnId, run));
}

/** The queue of one suite, available from `beforeAll` on, or from `beforeEach` on if each test has its own. */
export interface SuiteQueue {
  connection: QueueConnection;
  jobs: JobQueue;
  /** Starts workers. They are closed at the end of the test. */
  work(processors: JobProcessor[], options?: { concurrency?: number; logger?: Logger }): JobWorkers;
  /** Enqueues the job `<turn>-0` of a chat turn. @returns the turn */
  enqueueTurn(turnId?: string): Promise<string>;
}

/** Opens a queue for the surrounding suite, in the database of the suite or in Redis. */
export function suiteQueue(
  on: SuiteDatabase,
  { backend = 'postgres', per = 'suite' }: { backend?: QueueConnection['kind']; per?: 'suite' | 'test' } = {},
): SuiteQueue {
  const queue = { work, enqueueTurn } as SuiteQueue;
  const started: JobWorkers[] = [];
  const open = async () => {
    const { kind, url } = on.settings;
    queue.connection = await openQueueConnection(
      loadConfig({
        [kind === 'postgres' ? 'DATABASE_URL' : 'EMBEDDED_DATABASE_URL']: url,
        QUEUE_PREFIX: uniquePrefix(),
        ...(backend === 'redis' && { REDIS_URL: TEST_REDIS_URL }),
      }),
    );
    queue.jobs = new JobQueue(queue.connection);
  };
  const close = async () => {
    if (backend === 'redis')
      for (const name of queueNames) await queue.jobs.handle(name).obliterate({ force: true });
    await queue.jobs.close();
    await queue.connection.close();
  };
  if (per === 'test') beforeEach(open);
  else
    beforeAll(async () => {
      await open();
      on.closings.push(close);
    });
  afterEach(async () => {
    for (const workers of started.splice(0)) await workers.close(10_000);
    if (per === 'test') await close();
  });

  function work(processors: JobProcessor[], { concurrency = 4, logger = quiet } = {}): JobWorkers {
    const workers = new JobWorkers(queue.connection, processors, { concurrency, logger });
    started.push(workers);
    workers.start();
    return workers;
  }
  async function enqueueTurn(turnId: string = randomUUID()): Promise<string> {
    const payload = { v: 1 as const, orgId: randomUUID(), turnId, run: 0 };
    await queue.jobs.enqueue('turn.chat', payload, { jobId: `${turnId}-0` });
    return turnId;
  }
  return queue;
}

/** A suite on each backend of the queue. */
export function describeOnEachQueue(
  name: string,
  per: 'suite' | 'test',
  suite: (queue: SuiteQueue, backend: QueueConnection['kind']) => void,
): void {
  describe.each(BACKENDS)(`${name} (%s)`, (backend, services) => {
    describeWith(services, backend, () => {
      suite(suiteQueue(suiteDatabase(), { backend, per }), backend);
    });
  });
}
