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
  const check = areEvents ? eventLimit(host) : wholeLimit(host);
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, stream) => {
      check(piece);
      stream.enqueue(piece);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(checked), { status, statusText, headers: [...headers] });
}

function wholeLimit(host: string): (piece: Uint8Array) => void {
  let bytes = 0;
  return (piece) => {
    bytes += piece.byteLength;
    if (bytes > MAX_WHOLE_BYTES) throw new OutboundTooLargeError(host, MAX_WHOLE_BYTES);
  };
}

/**
 * Checks the pieces of an event stream, in their order.
 *
 * @returns a check that throws OutboundTooLargeError at an event that is too large.
 */
export function eventLimit(host: string): (piece: Uint8Array) => void {
  let bytes = 0;
  let tail: Uint8Array = new Uint8Array();
  return (piece) => {
    const seen = Buffer.concat([tail, piece]);
    tail = seen.subarray(-TAIL_BYTES);
    const end = Math.max(...BLANK_LINES.map((line) => seen.lastIndexOf(line)));
    bytes = end === -1 ? bytes + piece.byteLength : seen.byteLength - end;
    if (bytes > MAX_EVENT_BYTES) throw new OutboundTooLargeError(host, MAX_EVENT_BYTES);
  };
}
