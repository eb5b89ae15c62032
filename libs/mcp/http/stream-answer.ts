import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { eventStream, type EventSink } from './event-stream.ts';
import type { Exchange } from './exchange.ts';

/** A call that takes longer is answered by a stream, whose comments keep proxies from closing it. */
const PLAIN_ANSWER_MS = 5_000;

/**
 * Runs the exchange. The answer is plain JSON where it is all there is to say, and a stream of events from the first
 * message before it.
 *
 * @param takesEvents the client reads streams; to one that does not, only the answer is told.
 * @param ended called once, when the answer is there or the client wants none.
 */
export function streamAnswer(
  exchange: Exchange,
  {
    takesEvents,
    headers,
    ended,
  }: { takesEvents: boolean; headers: Record<string, string>; ended: () => void },
): Promise<Response> {
  return new Promise((resolve) => {
    let sink: EventSink | undefined;
    const stream = () => {
      if (sink || !takesEvents) return;
      const opened = eventStream(headers);
      sink = opened.sink;
      resolve(opened.response);
    };
    const timer = setTimeout(stream, PLAIN_ANSWER_MS);
    const finish = (plain: () => Response) => {
      clearTimeout(timer);
      if (sink) sink.end();
      else resolve(plain());
      ended();
    };
    exchange.run(
      (message: JSONRPCMessage, isAnswer) => {
        if (!isAnswer) stream();
        sink?.send(message);
        if (isAnswer) finish(() => Response.json(message, { headers }));
      },
      () => finish(() => new Response(null, { status: 204, headers })),
    );
  });
}
