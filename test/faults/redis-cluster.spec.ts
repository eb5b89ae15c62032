import { loadConfig } from '#config';
import { openQueueConnection } from '#queue';
import { describeWith } from '../harness/services.ts';
import { OwnRedis } from './run/own-redis.ts';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

describeWith('redis', 'the connection to the queue', () => {
  it('is refused to a cluster, in which another node or none keeps the keys', async () => {
    const redis = await OwnRedis.start(['--cluster-enabled', 'yes']);
    try {
      const opened = openQueueConnection(loadConfig({ DATABASE_URL, REDIS_URL: redis.url }));
      await expect(opened).rejects.toMatchObject({
        code: 'REDIS_CLUSTER',
        message: expect.stringContaining('REDIS_URL'),
      });
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
