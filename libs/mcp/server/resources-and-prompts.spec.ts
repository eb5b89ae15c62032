import type { Database } from '#database';
import type { ResourceSpec } from '#pack-kit';
import { ResourcesAndPrompts } from './resources-and-prompts.ts';
import type { OpenedConnection } from './mcp-connection.ts';

const contact: ResourceSpec = {
  uri: 'contact://{contactId}',
  name: 'contact',
  description: 'A contact.',
  mimeType: 'application/json',
  read: async () => undefined,
  complete: { contactId: async () => ['contact-015'] },
};

describe('completion of resource URIs', () => {
  const opened = {
    caller: { org: { id: 'org' }, caller: { kind: 'admin', userId: null } },
    packs: [],
    resources: [contact],
  } as unknown as OpenedConnection;
  const offered = new ResourcesAndPrompts(opened, {} as Database);
  const suggested = async (name: string) =>
    (await offered.complete({ type: 'ref/resource', uri: contact.uri }, { name, value: 'x' })).completion;

  it('returns the suggestions of the pack', async () => {
    expect(await suggested('contactId')).toEqual({ values: ['contact-015'], total: 1, hasMore: false });
  });

  it.each(['place', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'returns nothing for %s, which is not in the URI',
    async (name) => {
      expect(await suggested(name)).toEqual({ values: [], total: 0, hasMore: false });
    },
  );
});
