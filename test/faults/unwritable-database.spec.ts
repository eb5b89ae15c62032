import { describeWith } from '../harness/services.ts';
import { createTestDatabase, openDatabase, testServerUrl } from '../harness/test-database.ts';
import { SmallDisk } from './run/small-disk.ts';

describeWith(['postgres', 'disk'], 'the health check of a database', () => {
  it('fails while the disk is full', async () => {
    const disk = await SmallDisk.mount(testServerUrl(), 64);
    const testDatabase = await createTestDatabase();
    try {
      await disk.take(testDatabase.settings.url);
      const { database, close } = await openDatabase(testDatabase.settings);
      await database.ping();
      await disk.fill();
      await expect(database.ping()).rejects.toThrow('The database cannot be reached');
      await disk.free();
      await database.ping();
      await close();
    } finally {
      await testDatabase.drop();
      await disk.stop();
    }
  });
});
