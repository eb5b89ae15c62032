import { loadConfig } from '#config';
import { createAdminApp } from '../../apps/admin/src/admin-app.ts';
import { createApi } from '../../apps/api/create-api.ts';
import { createWorker } from '../../apps/worker/create-worker.ts';
import { describeWith } from '../harness/services.ts';
import { suiteDatabase } from '../harness/suite-database.ts';

describeWith('postgres', 'a database whose schema is damaged', () => {
  const on = suiteDatabase();

  it.each([
    ['api', createApi],
    ['worker', createWorker],
    ['console', createAdminApp],
  ])('is refused by the %s when it starts', async (_app, create) => {
    await on.dataSource.query('DROP POLICY IF EXISTS org_rows ON turns');
    const started = create(loadConfig({ DATABASE_URL: on.settings.url, LOG_LEVEL: 'silent' }));
    await expect(started).rejects.toMatchObject({ code: 'SCHEMA_INCOMPLETE' });
  });
});
