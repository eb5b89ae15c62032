import { readMessage, type ReadMessage } from '../conversation/message.ts';

/** Words that join two requests, which are handled in order. */
const JOINTS = new RegExp(
  [
    String.raw`(?:[,;.!?؟،]\s*|\s)(?:and then|then|after that|afterwards|and also|and please|ثم|وبعدها|وبعد ذلك)[\s,،]+`,
    // "also" joins only at the beginning of a clause: "She also wants a pool" is one request.
    String.raw`[,;.!?؟،]\s*(?:also|وأيضا|وأيضًا|أيضا|أيضًا|كذلك)[\s,،]+`,
    String.raw`\s*;\s+`,
    String.raw`[.!?؟]\s*\n+\s*`,
  ].join('|'),
  'giu',
);

/** Maximum number of requests per message, given the rounds of a turn. The rest of the message belongs to the last one. */
const MAX_REQUESTS = 4;

/**
 * Splits a message into requests, in order. A part that is no request belongs to the part before it, so that "now and
 * then" does not split a sentence.
 *
 * @param asks returns true if a part is a request, that is, if a tool fits it.
 */
export function splitRequest(message: ReadMessage, asks: (piece: ReadMessage) => boolean): ReadMessage[] {
  const { text } = message;
  const joints = [...text.matchAll(JOINTS)].slice(0, MAX_REQUESTS - 1);
  if (joints.length === 0) return [message];
  const pieces: { start: number; end: number }[] = [];
  let start = 0;
  for (const joint of [
    ...joints.map(({ index, 0: words }) => ({ index, end: index + words.length })),
    { index: text.length, end: text.length },
  ]) {
    const standsAlone = asks(readMessage(text.slice(start, joint.index)));
    const last = pieces.at(-1);
    if (!standsAlone && last) last.end = joint.index;
    else pieces.push({ start, end: joint.index });
    start = joint.end;
  }
  const [first, second] = pieces;
  // The first part has no predecessor and belongs to the second.
  if (first && second && !asks(readMessage(text.slice(first.start, first.end))))
    pieces.splice(0, 2, { start: 0, end: second.end });
  return pieces.map((piece) => readMessage(text.slice(piece.start, piece.end).trim()));
}
