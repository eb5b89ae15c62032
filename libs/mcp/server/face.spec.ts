import type { Database } from '#database';
import type { ResourceSpec } from '#pack-kit';
import { Face } from './face.ts';
import type { OpenedConnection } from './mcp-connection.ts';

const contact: ResourceSpec = {
  uri: 'contact://{contactId}',
  name: 'contact',
  description: 'A contact.',
  mimeType: 'application/json',
  read: async () => undefined,
  complete: { contactId: async () => ['contact-015'] },
};

describe('what may stand in a resource’s address', () => {
  const opened = {
    caller: { org: { id: 'org' }, caller: { kind: 'admin', userId: null } },
    packs: [],
    resources: [contact],
  } as unknown as OpenedConnection;
  const face = new Face(opened, {} as Database);
  const suggested = async (name: string) =>
    (await face.complete({ type: 'ref/resource', uri: contact.uri }, { name, value: 'x' })).completion;

  it('is said by the pack', async () => {
    expect(await suggested('contactId')).toEqual({ values: ['contact-015'], total: 1, hasMore: false });
  });

  it.each(['place', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'is nothing for %s, which is no part of it',
    async (name) => {
      expect(await suggested(name)).toEqual({ values: [], total: 0, hasMore: false });
    },
  );
});
