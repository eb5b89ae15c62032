import { OpenRequests } from './open-requests.ts';

async function isAnswered(open: OpenRequests): Promise<boolean> {
  let answered = false;
  void open.answered().then(() => (answered = true));
  await new Promise(setImmediate);
  return answered;
}

describe('the requests of a client on stdio', () => {
  it('are open until each was answered, with a result or an error', async () => {
    const open = new OpenRequests();
    expect(await isAnswered(open)).toBe(true);
    open.received({ id: 1, method: 'tools/call' });
    open.received({ id: 'a', method: 'ping' });
    open.sent({ id: 1 });
    expect(await isAnswered(open)).toBe(false);
    open.sent({ id: 'a' });
    expect(await isAnswered(open)).toBe(true);
  });

  it('exclude requests of the server, answers, notifications and event streams', async () => {
    const open = new OpenRequests();
    open.received({ method: 'notifications/initialized' });
    open.received({ id: 5 });
    open.received({ id: 6, method: 'subscriptions/listen' });
    expect(await isAnswered(open)).toBe(true);
    open.received({ id: 1, method: 'tools/call' });
    // The id of a server request is independent of client ids.
    open.sent({ id: 1, method: 'elicitation/create' });
    expect(await isAnswered(open)).toBe(false);
  });

  it('are closed when the client cancels them', async () => {
    const open = new OpenRequests();
    open.received({ id: 1, method: 'tools/call' });
    const answered = open.answered();
    open.received({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await answered;
    expect(await isAnswered(open)).toBe(true);
  });
});
