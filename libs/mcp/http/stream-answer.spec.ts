import type { Exchange } from './exchange.ts';
import { streamAnswer } from './stream-answer.ts';

it.each([
  [true, 200, 'text/event-stream'],
  [false, 204, null],
])('a cancelled request gets no message (events: %s)', async (takesEvents, status, type) => {
  const cancelled: Pick<Exchange, 'run'> = { run: (_send, cancel) => cancel() };
  const response = await streamAnswer(
    { exchanges: [cancelled as Exchange], isBatch: false },
    { headers: {}, takesEvents, ended: () => undefined },
  );
  expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
  expect(await response.text()).not.toContain('data:');
});
