import { openAdmin, TEST_PASSWORD, type AdminFixture } from '../../apps/admin/src/admin.fixture.ts';
import { ConsoleClient } from './console-client.ts';

export const ROOT = 'root@platform.example';

/** The console of a suite, opened before its tests, with a client to which {@link ROOT} has signed in. */
export function useConsole(env: Record<string, string> = {}): { admin: AdminFixture; client: ConsoleClient } {
  const opened = {} as { admin: AdminFixture; client: ConsoleClient };
  beforeAll(async () => {
    opened.admin = await openAdmin({ env });
    await opened.admin.addUser(ROOT, 'platform_admin', null);
    const credentials = { email: ROOT, password: TEST_PASSWORD };
    opened.client = await ConsoleClient.open(opened.admin.url, credentials);
  });
  afterAll(async () => {
    await opened.client?.close();
    await opened.admin?.close();
  });
  return opened;
}
