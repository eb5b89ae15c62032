import { apiOn } from '../../apps/api/testing/api-of-test.fixture.ts';
import { describeWith } from '../harness/services.ts';
import { createTestDatabase, testServerUrl } from '../harness/test-database.ts';
import { SmallDisk } from './run/small-disk.ts';

describeWith(['postgres', 'disk'], 'the readiness of the api', () => {
  it('ends while the disk of its database is full', async () => {
    const disk = await SmallDisk.mount(testServerUrl(), 64);
    const testDatabase = await createTestDatabase();
    try {
      await disk.take(testDatabase.settings.url);
      const api = await apiOn(testDatabase);
      await api.init();
      const ready = async () => {
        const { statusCode, body } = await api.inject('/health/ready');
        return [statusCode, body];
      };
      expect(await ready()).toEqual([200, expect.stringContaining('"database":"up"')]);
      await disk.fill();
      expect(await ready()).toEqual([503, expect.stringContaining('Cannot be used: database.')]);
      await disk.free();
      expect(await ready()).toEqual([200, expect.stringContaining('"database":"up"')]);
      await api.close();
    } finally {
      await testDatabase.drop();
      await disk.stop();
    }
  });
});
