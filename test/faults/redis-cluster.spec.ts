import { loadConfig } from '#config';
import { JobQueue, openQueueConnection } from '#queue';
import { describeWith } from '../harness/services.ts';
import { OwnRedis } from './run/own-redis.ts';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

describeWith('redis', 'the connection to the queue', () => {
  it.each([
    ['a cluster, in which another node or none keeps the keys', '--cluster-enabled yes', 'REDIS_CLUSTER'],
    ['a replica, which takes no writes', '--replicaof 127.0.0.1 1', 'REDIS_READ_ONLY'],
  ])('is refused to %s', async (_what, options, code) => {
    const redis = await OwnRedis.start(options.split(' '));
    try {
      const opened = openQueueConnection(loadConfig({ DATABASE_URL, REDIS_URL: redis.url }));
      await expect(opened).rejects.toMatchObject({ code, message: expect.stringContaining('REDIS_URL') });
    } finally {
      await redis.stop();
    }
  });

  it('is not ready while Redis has no memory for jobs', async () => {
    const redis = await OwnRedis.start(['--maxmemory', '1']);
    try {
      const connection = await openQueueConnection(loadConfig({ DATABASE_URL, REDIS_URL: redis.url }));
      const jobs = new JobQueue(connection);
      const ready = await jobs.ping().catch(String);
      await jobs.close();
      await connection.close();
      expect(ready).toContain('OOM');
    } finally {
      await redis.stop();
    }
  });

  it('is opened while Redis is away', async () => {
    const connection = await openQueueConnection(
      loadConfig({ DATABASE_URL, REDIS_URL: 'redis://127.0.0.1:1' }),
    );
    await connection.close();
  });
});
