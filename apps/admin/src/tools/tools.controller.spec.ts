import { randomUUID } from 'node:crypto';
import { openAdmin, type AdminFixture } from '../admin.fixture.ts';
import type { Viewer } from '../session/viewer.ts';
import { ToolsController } from './tools.controller.ts';

let admin: AdminFixture;
beforeAll(async () => {
  admin = await openAdmin();
});
afterAll(() => admin?.close());

it('lists no tool where a session outlives its org, instead of those of every pack', async () => {
  const gone = { orgId: randomUUID(), permissions: { allOrgs: false } } as Viewer;
  await expect(admin.app.get(ToolsController).list(gone, { days: 7 })).rejects.toMatchObject({
    code: 'ORG_NOT_FOUND',
    kind: 'not_found',
  });
});
