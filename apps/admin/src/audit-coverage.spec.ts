import { ApiKeyService, UserService } from '#identity';
import { nameOf, routesOf, type AdminRoute } from './admin-routes.fixture.ts';
import { TEST_PASSWORD, useAdmin, type Client } from './admin.fixture.ts';
import { CHANGES, type Changers } from './changes.fixture.ts';

/** Routes without an audit entry, with the reason. */
const WITHOUT_ROW: Record<string, string> = {
  'POST /admin/invitations/open':
    'It reads what a link invites to; the link’s token must not appear in a URL.',
  'POST /admin/models/check':
    'It asks a server whether it answers, with a key that must not appear in a URL; nothing is written.',
  'POST /admin/turns/:turnId/programs/:place/replay':
    'It runs recorded code against recorded results: no tool is called and nothing is written.',
};

const { admin, platform } = useAdmin({ env: { SECRETS_KEY: 'the key of the test' } });
let changers: Changers;
let changing: AdminRoute[];
/** The last request: the actor that the log records for its caller, and the entries before it. Preparing a change sends requests too. */
let last: { actorKind: string; entries: number };

beforeAll(async () => {
  const { id: orgId } = admin.orgA;
  const user = {
    orgId,
    email: 'admin@a.example',
    name: 'Admin',
    handle: 'admin',
    role: 'org_admin' as const,
  };
  const { id: userId } = await admin.app.get(UserService).ensure({ ...user, password: TEST_PASSWORD });
  const { key } = await admin.database.forOrg(orgId, (tx) =>
    admin.app.get(ApiKeyService).create(tx, { name: 'Script', scopes: ['admin'], userId }),
  );
  changers = {
    admin,
    boss: watched(admin.withKey(key), 'api_key'),
    root: watched(platform, 'user'),
    stranger: watched(admin.anonymous, 'user'),
  };
  changing = routesOf(admin).filter(({ method, path }) => method !== 'GET' && path.startsWith('/admin/'));
});

it('every changing route has an audit test or a reason for none', () => {
  expect(changing.map(nameOf).sort()).toEqual([...Object.keys(CHANGES), ...Object.keys(WITHOUT_ROW)].sort());
});

it.each(Object.keys(CHANGES))('%s is recorded in the audit log with its caller', async (name) => {
  const answer = await CHANGES[name]!(changers);
  expect({ ok: answer.ok, said: answer.ok ? '' : await answer.text() }).toEqual({ ok: true, said: '' });
  const { actorKind, entries } = last;
  const added = (await admin.audited({})).slice(entries);
  expect(added).toContainEqual(expect.objectContaining({ actorKind, by: expect.any(String) }));
});

function watched(client: Client, actorKind: string): Client {
  return {
    ...client,
    send: async (...request) => {
      last = { actorKind, entries: (await admin.audited({})).length };
      return client.send(...request);
    },
  };
}
