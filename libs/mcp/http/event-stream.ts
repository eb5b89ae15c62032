import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** A comment keeps proxies from closing a stream in which nothing happens. */
const HEARTBEAT_MS = 15_000;

export interface EventSink {
  /** What comes after the client has gone is dropped. */
  send(message: JSONRPCMessage): void;
  end(): void;
}

/** An answer of server-sent events. @param gone called when the client closes it. */
export function eventStream(
  headers: Record<string, string>,
  gone: () => void = () => undefined,
): { response: Response; sink: EventSink } {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const write = (text: string) => controller?.enqueue(encoder.encode(text));
  const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT_MS);
  const stop = () => {
    clearInterval(heartbeat);
    controller = undefined;
  };
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened;
      write(': turnpike\n\n');
    },
    cancel: () => {
      stop();
      gone();
    },
  });
  const response = new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
  const sink: EventSink = {
    send: (message) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    end: () => {
      const open = controller;
      stop();
      open?.close();
    },
  };
  return { response, sink };
}
