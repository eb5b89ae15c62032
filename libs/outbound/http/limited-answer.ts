import { OutboundTooLargeError } from '../outbound.errors.ts';

/** More than any answer takes that is read whole, unpacked. */
const MAX_WHOLE_BYTES = 16 * 1_024 * 1_024;
/** More than any event takes; readers of streams keep what has come of one, and look through it with each piece. */
const MAX_EVENT_BYTES = 4 * 1_024 * 1_024;
/** What ends an event (WHATWG, "Server-sent events"). */
const BLANK_LINES = ['\n\n', '\n\r\n', '\r\r'];
/** The longest of them, less the character that it ends with. */
const TAIL_BYTES = 2;

/**
 * `answer` of a server that nobody here answers for: it breaks off before it fills the memory of its reader. A stream of
 * events may go on for ever, as long as each event ends.
 *
 * @param host as the error names it.
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
