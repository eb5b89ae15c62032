import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { eventStream, type EventSink } from './event-stream.ts';
import type { Exchange } from './exchange.ts';

/** A call that takes longer is answered by a stream, whose comments keep proxies from closing it. */
const PLAIN_ANSWER_MS = 5_000;

/** Requests that came in one HTTP request. */
export interface Asked {
  exchanges: readonly Exchange[];
  /** Their answers are a list, also that of a single one. */
  isBatch: boolean;
}

/**
 * Runs the exchanges. The answer is plain JSON where it is all there is to say, and a stream of events from the first
 * message before it.
 *
 * @param takesEvents the client reads streams; to one that does not, only the answers are told.
 * @param ended called once for each exchange, when its answer is there or the client wants none.
 */
export function streamAnswer(
  { exchanges, isBatch }: Asked,
  {
    takesEvents,
    headers,
    ended,
  }: { takesEvents: boolean; headers: Record<string, string>; ended: (exchange: Exchange) => void },
): Promise<Response> {
  return new Promise((resolve) => {
    const answers: JSONRPCMessage[] = [];
    const running = new Set(exchanges);
    let sink: EventSink | undefined;
    const stream = () => {
      if (sink || !takesEvents) return;
      const opened = eventStream(headers);
      sink = opened.sink;
      for (const answer of answers) sink.send(answer);
      resolve(opened.response);
    };
    const timer = setTimeout(stream, PLAIN_ANSWER_MS);
    const plain = () =>
      answers.length === 0
        ? new Response(null, { status: 204, headers })
        : Response.json(isBatch ? answers : answers[0], { headers });
    const finish = (exchange: Exchange) => {
      running.delete(exchange);
      if (running.size === 0) {
        clearTimeout(timer);
        if (sink) sink.end();
        else resolve(plain());
      }
      ended(exchange);
    };
    const told = (exchange: Exchange) => (message: JSONRPCMessage, isAnswer: boolean) => {
      if (!isAnswer) stream();
      sink?.send(message);
      if (!isAnswer) return;
      answers.push(message);
      finish(exchange);
    };
    for (const exchange of exchanges) exchange.run(told(exchange), () => finish(exchange));
  });
}
