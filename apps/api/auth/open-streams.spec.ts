import { Database, type OrgTransaction } from '#database';
import { OpenLimit } from '#http';
import { ApiKeyService, UserService } from '#identity';
import { TurnEvents } from '#turns';
import { eventually, SOON_MS } from '../../../test/harness/eventually.ts';
import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { connectMcp, RawClient } from '../../../test/e2e/mcp.fixture.ts';
import { useApi } from '../testing/api-of-test.fixture.ts';
import { MAX_STREAMS_OF_KEY } from '../turns/event-stream.ts';
import { TurnWaiter } from '../turns/turn-waiter.ts';

/** The opening of a stream, with the transactions of its statements. A commit that raises the number says why. */
const STATEMENTS_OF_STREAM = 5;

interface OwnKey {
  id: string;
  key: string;
  userId: string;
}

describeWith('postgres', 'streams that are open when their key ends', () => {
  const api = useApi({ listens: true });
  let url: string;

  beforeAll(async () => {
    url = await api.app.getUrl();
  });

  async function makeKey(handle: string): Promise<OwnKey> {
    const user = { orgId: api.orgId, email: null, handle, name: handle, role: 'member' as const };
    const { id: userId } = await api.app.get(UserService).ensure(user);
    const made = await inOrg((tx) =>
      api.app.get(ApiKeyService).create(tx, { name: handle, scopes: ['messages', 'turns', 'mcp'], userId }),
    );
    return { id: made.id, key: made.key, userId };
  }

  const inOrg = <Result>(work: (tx: OrgTransaction) => Promise<Result>) =>
    api.app.get(Database).forOrg(api.orgId, work);

  /** Every stream of the api that has no end of its own. */
  async function openStreams(key: string): Promise<Response[]> {
    const headers = { authorization: `Bearer ${key}` };
    const sent = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ contact: 'ann', channel: 'chat', text: 'Hello' }),
    });
    const { turnId, conversationId } = (await sent.json()) as Record<string, string>;
    const mcp = new RawClient(key);
    const session = await mcp.initialize(`${url}/mcp`);
    const { 'content-type': _type, ...ofSession } = mcp.headers(session);
    return Promise.all([
      fetch(`${url}/v1/turns/${turnId}/events`, { headers }),
      fetch(`${url}/v1/conversations/${conversationId}/events`, { headers }),
      fetch(`${url}/mcp`, { headers: ofSession }),
    ]);
  }

  /** Resolves when nothing more comes, be it ended or cut off. */
  async function ended(response: Response): Promise<void> {
    await response.text().catch(() => undefined);
  }

  const ways: [string, (key: OwnKey) => Promise<unknown>][] = [
    ['is revoked', ({ id }) => inOrg((tx) => api.app.get(ApiKeyService).revoke(tx, id))],
    ['loses its user', ({ userId }) => inOrg((tx) => api.app.get(UserService).setDisabled(tx, userId, true))],
    [
      'loses the scope',
      ({ id, userId }) =>
        inOrg((tx) => api.app.get(ApiKeyService).change(tx, id, { scopes: ['messages'], userId })),
    ],
  ];

  it.each(ways)('end when it %s, and those of other keys do not', async (way, endKey) => {
    const name = way.replaceAll(' ', '-');
    const own = await makeKey(name);
    const other = await makeKey(`not-${name}`);
    const streams = await openStreams(own.key);
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const others = await openStreams(other.key);
    const otherEnded: Response[] = [];
    for (const stream of others) void ended(stream).then(() => otherEnded.push(stream));
    await endKey(own);
    await Promise.all(streams.map(ended));
    expect(otherEnded).toEqual([]);
    await endKey(other);
    await Promise.all(others.map(ended));
  });

  it('are limited per key, and free their place when they end', async () => {
    const [own, other] = [await makeKey('greedy'), await makeKey('modest')];
    // Kept to the end: the garbage collector cancels a response that nobody holds.
    const first = await openStreams(own.key);
    const listener = await connectMcp(`${url}/mcp`, own.key, '2026-07-28');
    await listener.listen({ toolsListChanged: true });
    const events = first[0]!.url;
    const open = async (key: string, abort = new AbortController()) => {
      const { signal } = abort;
      const response = await fetch(events, { headers: { authorization: `Bearer ${key}` }, signal });
      return { response, abort };
    };
    const hasEvents = async ({ response }: { response: Response }) => {
      const read = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let text = ''; !text.includes('event: ');) text += (await read.read()).value;
    };
    // Without a notification a stream would look again after some time.
    api.app.get(TurnEvents).idleLookMs = 2 ** 31 - 1;
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    const statements: number[] = [];
    // Four are open: of a turn, of a conversation, and of both kinds of MCP.
    while (opened.length < MAX_STREAMS_OF_KEY - 4) {
      const increaseOf = await metricIncreases();
      const stream = await open(own.key);
      expect(stream.response.status).toBe(200);
      await hasEvents(stream);
      opened.push(stream);
      statements.push(await increaseOf('turnpike_database_statements_total'));
    }
    // The fewest, because work in the background sends statements too.
    expect(Math.min(...statements)).toBe(STATEMENTS_OF_STREAM);
    const listen = { id: 1, method: 'subscriptions/listen' };
    const listening = await new RawClient(own.key).post(`${url}/mcp`, listen);
    for (const response of [(await open(own.key)).response, listening]) {
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await response.json()).toMatchObject({ type: 'urn:turnpike:problem:too-many-open' });
    }
    const others = await open(other.key);
    expect(others.response.status).toBe(200);
    opened[0]!.abort.abort();
    const again = await eventually(async () => {
      const next = await open(own.key);
      expect(next.response.status).toBe(200);
      return next;
    });
    for (const { abort } of [...opened, others, again]) abort.abort();
    await inOrg((tx) => api.app.get(ApiKeyService).revoke(tx, own.id));
    await Promise.all(first.map(ended));
    await listener.close();
  });

  it('end for a client of MCP that listens without a session', async () => {
    const { id, key } = await makeKey('listener');
    const client = await connectMcp(`${url}/mcp`, key, '2026-07-28');
    const subscription = await client.listen({ toolsListChanged: true });
    await inOrg((tx) => api.app.get(ApiKeyService).revoke(tx, id));
    expect(await subscription.closed).toBe('remote');
    await client.close();
  });

  it('end for callers that wait for a reply, and do not begin for too many; they receive the acceptance', async () => {
    const { id, key } = await makeKey('waiter');
    const answers: [number, unknown][] = [];
    const most = 3;
    Object.assign(api.app.get(TurnWaiter), { waits: new OpenLimit('waiting requests', 3 * most, most) });
    const waiting = Array.from({ length: most + 2 }, async () => {
      const answer = await fetch(`${url}/v1/messages?wait=25`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ contact: 'bob', channel: 'chat', text: 'Hello', externalId: 'once' }),
      });
      answers.push([answer.status, await answer.json()]);
    });
    const accepted = [202, expect.objectContaining({ state: 'queued' })];
    await eventually(async () => expect(answers).toEqual([accepted, accepted]), SOON_MS);
    await inOrg((tx) => api.app.get(ApiKeyService).revoke(tx, id));
    const revokedAt = performance.now();
    await Promise.all(waiting);
    expect(performance.now() - revokedAt).toBeLessThan(SOON_MS);
    expect(answers).toEqual(waiting.map(() => accepted));
  });
});
