import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/harness/eventually.ts';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { jobCatalogue, type JobPayload } from './index.ts';
import { processorsOf, suiteQueue } from './jobs.fixture.ts';

describeWith('postgres', 'the shares of orgs', () => {
  const queue = suiteQueue(suiteDatabase());

  it('leave slots to another org while the deliveries of one org get no response', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    const running = new Set<string>();
    const done: string[] = [];
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const processors = processorsOf('deliver', async (payload) => {
      const { orgId, outboxTaskId } = payload as JobPayload<'deliver'>;
      if (orgId === dead) {
        running.add(outboxTaskId);
        await answered;
        running.delete(outboxTaskId);
      }
      done.push(orgId);
    });
    const enqueue = (orgId: string) => {
      const outboxTaskId = randomUUID();
      return queue.jobs.enqueue('deliver', { v: 1, orgId, outboxTaskId }, { jobId: outboxTaskId });
    };
    const { concurrency, perOrg } = jobCatalogue.deliver;
    for (let count = 0; count < concurrency + 5; count += 1) await enqueue(dead);
    await enqueue(alive);
    queue.work(processors, { concurrency: 1 });
    await eventually(async () => expect(done).toEqual([alive]));
    expect(running.size).toBe(perOrg);
    answer();
    await eventually(async () => expect(done).toHaveLength(concurrency + 6));
  });
});
