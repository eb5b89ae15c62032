import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { eventStream, type EventSink } from './event-stream.ts';
import type { Exchange } from './exchange.ts';

/** Slower calls are answered with an event stream, whose comments keep proxies from closing the connection. */
const PLAIN_ANSWER_MS = 5_000;

/** The MCP requests of one HTTP request. */
export interface ExchangeBatch {
  exchanges: readonly Exchange[];
  /** True if the answers are sent as an array, even a single one. */
  isBatch: boolean;
}

/**
 * Runs the exchanges. The response is plain JSON if there are only answers, and an event stream if other messages come
 * first.
 *
 * @param takesEvents true if the client accepts event streams; otherwise only the answers are sent.
 * @param ended called once for each exchange, after its answer or its cancellation.
 */
export function streamAnswer(
  { exchanges, isBatch }: ExchangeBatch,
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
        // Every request is answered with a type; official clients throw on 204.
        if (answers.length === 0) stream();
        if (sink) sink.end();
        else resolve(plain());
      }
      ended(exchange);
    };
    const receiver = (exchange: Exchange) => (message: JSONRPCMessage, isAnswer: boolean) => {
      if (!isAnswer) stream();
      sink?.send(message);
      if (!isAnswer) return;
      answers.push(message);
      finish(exchange);
    };
    for (const exchange of exchanges) exchange.run(receiver(exchange), () => finish(exchange));
  });
}
