import { eventually } from '../harness/eventually.ts';
import { bothDatabases } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';

const CROWD = 90;

describe.each(bothDatabases)('an org that sends many messages at once (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;
    let otherKey: string;

    beforeAll(async () => {
      api = await ApiTest.start({ backend });
      otherKey = await api.createKey(await api.createOrg('quiet'));
    });

    afterAll(() => api?.stop());

    const send = async (contact: string, channel = 'chat', key?: string) =>
      (await api.accept({ contact, channel, text: 'Villas in Limassol' }, { key })).turnId;

    it('does not delay another org, or its own callers, until all of them are done', async () => {
      // No worker runs while the messages are sent.
      await Promise.all(api.turnpike.workers.map((worker) => worker.stop()));
      for (let sent = 0; sent < CROWD; sent += 10)
        await Promise.all(Array.from({ length: 10 }, (_, index) => send(`crowd-${sent + index}`)));
      const [single, spoken] = [await send('ann', 'chat', otherKey), await send('bob', 'voice')];
      await api.turnpike.addWorker();
      await eventually(async () => {
        const [row] = await api.rows<{ open: number }>(
          `SELECT count(*)::int AS open FROM turns WHERE state NOT IN ('completed', 'cancelled')`,
        );
        expect(row?.open).toBe(0);
      });
      for (const turnId of [single, spoken]) {
        const [row] = await api.rows<{ before: number }>(
          `SELECT count(*)::int AS before FROM turns
            WHERE contact_id LIKE 'crowd-%' AND started_at < (SELECT started_at FROM turns WHERE id = $1)`,
          [turnId],
        );
        // An org has at most 20 turns in the queue.
        expect(row?.before).toBeLessThan(45);
      }
    });
  });
});
