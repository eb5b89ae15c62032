import { RawClient } from '../../test/e2e/mcp.fixture.ts';
import type { Installation } from '../../test/harness/installation.ts';

/** The busy org, which floods until `signal` aborts. */
export interface Flood {
  installation: Installation;
  signal: AbortSignal;
}

interface Means {
  /** Requests at once. */
  senders: number;
  /** Sends the request of this number. */
  send: (flood: Flood, number: number) => Promise<Response>;
}

const SENDERS = 20;
const UPLOAD_BYTES = 9 * 1_024 ** 2;
const ORDINARY = 'Apartments in Paphos under 200k';
const LONG = 'a و ب 5 '.repeat(4_000);
const PICTURE = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc(UPLOAD_BYTES, 'x'),
]);

const say =
  (textOf: (number: number) => string, contactOf = (number: number) => `crowd-${number}`) =>
  ({ installation, signal }: Flood, number: number) => {
    const message = { contact: contactOf(number), channel: 'chat', agent: 'searcher', text: textOf(number) };
    return installation.request('/v1/messages', { method: 'POST', body: JSON.stringify(message), signal });
  };
const HOSTILE = ['[calls]', '[size]', '[endless]'];

/** The means by which one org can take what others need. */
export const means = {
  none: { senders: 0, send: say(() => ORDINARY) },
  texts: { senders: SENDERS, send: say(() => LONG) },
  messages: {
    senders: SENDERS,
    send: say(
      () => ORDINARY,
      () => 'crowd',
    ),
  },
  conversations: { senders: SENDERS, send: say(() => ORDINARY) },
  uploads: {
    senders: SENDERS,
    send: ({ installation, signal }) => {
      const body = new FormData();
      body.set('file', new Blob([PICTURE]), 'picture.png');
      return installation.request('/v1/files', { method: 'POST', body, signal });
    },
  },
  streams: {
    senders: 300,
    send: async ({ installation, signal }) => {
      const listed = await installation.request('/v1/conversations?limit=1', { signal });
      const { items } = (await listed.json()) as { items: { id: string }[] };
      return installation.request(`/v1/conversations/${items[0]?.id}/events`, { signal });
    },
  },
  model: { senders: SENDERS, send: say((number) => HOSTILE[number % HOSTILE.length] ?? '') },
  programs: { senders: SENDERS, send: say(() => '[program]') },
  mcp: {
    senders: SENDERS,
    send: async ({ installation, signal }) => {
      const client = new RawClient(installation.apiKeys.demo ?? '');
      const url = `${installation.url()}/mcp`;
      const call = { name: 'search_properties', arguments: { district: 'Paphos', limit: 5 } };
      return client.post(
        url,
        { id: 1, method: 'tools/call', params: call },
        await client.initialize(url),
        signal,
      );
    },
  },
} satisfies Record<string, Means>;

export type MeansName = keyof typeof means;
