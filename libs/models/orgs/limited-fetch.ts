import { ModelError } from '../model.errors.ts';

/** More than any answer takes in events; a server of an org's own may send without end. */
const MAX_ANSWER_BYTES = 16 * 1_024 * 1_024;
/** An event is one line. The SDK looks for its end from the beginning with each piece, which takes quadratic time. */
const MAX_LINE_BYTES = 1_024 * 1_024;
const NEWLINE = 10;

type Fetch = typeof globalThis.fetch;

/** As `fetch`, for servers that nobody here answers for: an answer that goes on and on breaks off. */
export function limitedFetch(fetch: Fetch): Fetch {
  return async (...parameters) => {
    const response = await fetch(...parameters);
    if (!response.body) return response;
    const isEvents = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    let bytes = 0;
    let lineBytes = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, stream) => {
        bytes += piece.byteLength;
        const end = piece.lastIndexOf(NEWLINE);
        lineBytes = end === -1 ? lineBytes + piece.byteLength : piece.byteLength - end;
        if (bytes > MAX_ANSWER_BYTES || (isEvents && lineBytes > MAX_LINE_BYTES))
          stream.error(new ModelError('BROKEN_STREAM', 'The answer is longer than any answer is.'));
        else stream.enqueue(piece);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limit), {
      status,
      statusText,
      headers: [...headers],
    });
  };
}
