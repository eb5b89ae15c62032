import { nameOf, routesOf, type AdminRoute } from './admin-routes.fixture.ts';
import { useAdmin, type SignedIn } from './admin.fixture.ts';
import { CHANGES, type Changers } from './changes.fixture.ts';

/** Routes without an audit entry, with the reason. */
const WITHOUT_ROW: Record<string, string> = {
  'POST /admin/invitations/open':
    'It reads what a link invites to; the link’s token shall not stand in an address.',
  'POST /admin/models/check':
    'It asks a server whether it answers, with a key that shall not stand in an address; nothing is written.',
  'POST /admin/turns/:turnId/programs/:place/replay':
    'It runs recorded code against recorded results: no tool is called and nothing is written.',
};

const { admin, orgAdmin, platform } = useAdmin(['orgAdmin', 'platform'], {
  env: { SECRETS_KEY: 'the key of the test' },
});
let changers: Changers;
let changing: AdminRoute[];
/** The newest row before the last request: preparing a change sends requests too. */
let newest: string;

beforeAll(async () => {
  changers = {
    admin,
    boss: watched(orgAdmin),
    root: watched(platform),
    stranger: {
      post: async (path, body) => {
        newest = await newestRow();
        const headers = { 'content-type': 'application/json' };
        return fetch(admin.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      },
    },
  };
  changing = routesOf(admin).filter(({ method, path }) => method !== 'GET' && path.startsWith('/admin/'));
});

it('is known here: every route that changes something, and no route that is gone', () => {
  expect(changing.map(nameOf).sort()).toEqual([...Object.keys(CHANGES), ...Object.keys(WITHOUT_ROW)].sort());
});

it.each(Object.keys(CHANGES))('%s stands in the audit log', async (name) => {
  const answer = await CHANGES[name]!(changers);
  expect({ ok: answer.ok, said: answer.ok ? '' : await answer.text() }).toEqual({ ok: true, said: '' });
  expect(await rowsAfter(newest)).toContainEqual({
    action: expect.any(String),
    kind: 'user',
    userId: expect.any(String),
  });
});

function watched(someone: SignedIn): SignedIn {
  return {
    ...someone,
    send: async (...request) => {
      newest = await newestRow();
      return someone.send(...request);
    },
  };
}

async function newestRow(): Promise<string> {
  const [row] = await admin.database.asPlatform('the test reads the log', (tx) =>
    tx.query<{ id: string }>('SELECT id FROM audit_log ORDER BY id DESC LIMIT 1'),
  );
  return row?.id ?? '00000000-0000-0000-0000-000000000000';
}

function rowsAfter(id: string): Promise<object[]> {
  return admin.database.asPlatform('the test reads the log', (tx) =>
    tx.query(
      'SELECT action, actor_kind AS kind, actor_user_id AS "userId" FROM audit_log WHERE id > $1 ORDER BY id',
      [id],
    ),
  );
}
