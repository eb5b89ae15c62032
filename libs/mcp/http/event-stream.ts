import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/** Interval of comments, which keep proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000;

export interface EventSink {
  /** Sends a message; drops it if the client has disconnected. */
  send(message: JSONRPCMessage): void;
  end(): void;
}

/** Creates a response of server-sent events. @param gone called when the client disconnects. */
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
