import { pipeline, type Duplex, type Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { eventLimit, limitedAnswer, MAX_WHOLE_BYTES, readBody } from '#outbound';

type Fetch = typeof globalThis.fetch;

/**
 * Maximum time between the end of the answer and the end of the connection; after it the connection is closed instead
 * of reused.
 */
const LINGER_MS = 1_000;

/** For servers that compress although they are asked not to. */
const DECODERS: Record<string, (() => Duplex) | undefined> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The `fetch` of an SDK, with half the processor time: the body becomes a stream only if the SDK asks for one, because
 * a stream takes longer than the rest of the call. Bodies of requests are text.
 *
 * @throws OutboundTooLargeError while the answer is read, if it or one of its events is too large.
 */
export const sdkFetch: Fetch = async (url, init = {}) => {
  const sent = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
  sent.set('accept-encoding', 'identity');
  const { statusCode: status, ...response } = await request(String(url), {
    method: init.method as Dispatcher.HttpMethod,
    headers: sent,
    body: init.body as string | null,
    signal: init.signal,
  });
  const { body } = response;
  let stream: ReadableStream | undefined;
  const headers = response.headers as Record<string, string>;
  const { origin, host } = new URL(String(url));
  if (status > 300 && status < 400 && headers.location) {
    await body.dump();
    const { origin: other } = new URL(headers.location, String(url));
    // The key would go with the request.
    if (other !== origin) throw new TypeError(`The server redirects to ${other}.`);
    return limitedAnswer(await fetch(url, init), host);
  }
  const decoder = DECODERS[headers['content-encoding'] ?? '']?.();
  // An error of either ends the reader of the decoded body.
  const decoded: Readable = decoder ? pipeline(body, decoder, () => undefined) : body;
  const limits = { host, maxBytes: MAX_WHOLE_BYTES };
  const text = async () =>
    new TextDecoder().decode(await readBody(decoded, { length: undefined, encoding: undefined }, limits));
  return Object.defineProperties(new Response(null, { status, headers }), {
    text: { value: text },
    json: { value: async () => JSON.parse(await text()) as unknown },
    body: { get: () => (stream ??= streamOf(decoded, eventLimit(host))) },
  });
};

/** Reads nothing before its reader does: Anthropic's SDK takes the stream of each answer and then the text. */
function streamOf(body: Readable, check: (piece: Uint8Array) => void): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const next = async () => {
    chunks ??= body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const piece = await chunks.next();
    if (!piece.done) check(piece.value);
    return piece;
  };
  // The iterator would wait for the next chunk.
  return streamFrom(next, () => void body.destroy());
}

/** A stream that reads only on demand. */
const streamFrom = (next: () => Promise<{ done?: boolean; value?: Uint8Array }>, cancel: () => void) =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );

/**
 * Wraps `fetch` so that a streamed answer is read to its end even if its reader cancels early. OpenAI's SDK cancels
 * at `[DONE]`. If the body ends slightly later, cancelling would close the connection, and the next call would need a
 * new one.
 */
export function readingToEnd(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { status, headers } = response;
    return isEventStream(response) && response.body
      ? new Response(readToEndOf(response.body), { status, headers })
      : response;
  };
}

/**
 * Returns an event stream with nothing but events of one line of data. Google's SDK drops events with a comment or
 * another field, and fails at a last event without an end.
 */
export function withDataOnly(response: Response): Response {
  if (!isEventStream(response) || !response.body) return response;
  let rest = '';
  const send = (lines: string[], out: TransformStreamDefaultController<string>) => {
    for (const line of lines) if (line.startsWith('data:')) out.enqueue(`${line}\n\n`);
  };
  const dataLines = new TransformStream<string, string>({
    transform: (text, out) => {
      const [first = '', ...lines] = text.split(/\r\n|[\r\n]/);
      lines.unshift(rest + first);
      rest = lines.pop() ?? '';
      send(lines, out);
    },
    flush: (out) => send([rest], out),
  });
  const body = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(dataLines)
    .pipeThrough(new TextEncoderStream());
  return new Response(body, { status: response.status, headers: response.headers });
}

export const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes('text/event-stream') ?? false;

function readToEndOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return streamFrom(
    () => reader.read(),
    () => void readRest(reader),
  );
}

async function readRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LINGER_MS).unref();
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection was closed by the signal or the server. The answer is complete either way.
  } finally {
    clearTimeout(timer);
  }
}
