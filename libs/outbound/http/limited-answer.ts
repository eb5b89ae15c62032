import { OutboundTooLargeError } from '../outbound.errors.ts';

/** Maximum size of a complete, decompressed response. */
export const MAX_WHOLE_BYTES = 16 * 1_024 * 1_024;
/** Maximum size of one event. Stream readers buffer an incomplete event and scan the buffer with each chunk. */
const MAX_EVENT_BYTES = 4 * 1_024 * 1_024;
/** The end of an event (WHATWG, "Server-sent events"). */
const BLANK_LINES = ['\n\n', '\n\r\n', '\r\r'];
/** Length of the longest event end minus its last character. */
const TAIL_BYTES = 2;

/**
 * Limits the response of an untrusted server, so that it cannot exhaust the reader's memory. An event stream may have any
 * length, but the size of each event is limited.
 *
 * @param host host name for the error.
 */
export function limitedAnswer(answer: Response, host: string): Response {
  if (!answer.body) return answer;
  const areEvents = answer.headers.get('content-type')?.includes('text/event-stream') ?? false;
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(areEvents ? eventLimit(host) : wholeLimit(host)), {
    status,
    statusText,
    headers: [...headers],
  });
}

function wholeLimit(host: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (piece, stream) => {
      bytes += piece.byteLength;
      if (bytes > MAX_WHOLE_BYTES) stream.error(new OutboundTooLargeError(host, MAX_WHOLE_BYTES));
      else stream.enqueue(piece);
    },
  });
}

function eventLimit(host: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let tail: Uint8Array = new Uint8Array();
  return new TransformStream({
    transform: (piece, stream) => {
      const seen = Buffer.concat([tail, piece]);
      tail = seen.subarray(-TAIL_BYTES);
      const end = Math.max(...BLANK_LINES.map((line) => seen.lastIndexOf(line)));
      bytes = end === -1 ? bytes + piece.byteLength : seen.byteLength - end;
      if (bytes > MAX_EVENT_BYTES) stream.error(new OutboundTooLargeError(host, MAX_EVENT_BYTES));
      else stream.enqueue(piece);
    },
  });
}
