import { readMessage, type ReadMessage } from '../conversation/message.ts';

/** What joins two requests, which are then handled in their order. */
const JOINTS = new RegExp(
  [
    String.raw`(?:[,;.!?؟،]\s*|\s)(?:and then|then|after that|afterwards|and also|and please|ثم|وبعدها|وبعد ذلك)[\s,،]+`,
    // "She also wants a pool" is one sentence: "also" joins only where a new one begins.
    String.raw`[,;.!?؟،]\s*(?:also|وأيضا|وأيضًا|أيضا|أيضًا|كذلك)[\s,،]+`,
    String.raw`\s*;\s+`,
    String.raw`[.!?؟]\s*\n+\s*`,
  ].join('|'),
  'giu',
);

/** A turn has rounds for so many; the rest of the message stays with the last one. */
const MAX_REQUESTS = 4;

/**
 * The requests of a message in their order. A piece that asks for nothing of its own belongs to the one before it, so
 * "now and then" does not tear a sentence apart.
 *
 * @param asks says whether a piece can stand alone, that is, whether a tool fits it.
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
  // The first piece has none before it; it leads the second.
  if (first && second && !asks(readMessage(text.slice(first.start, first.end))))
    pieces.splice(0, 2, { start: 0, end: second.end });
  return pieces.map((piece) => readMessage(text.slice(piece.start, piece.end).trim()));
}
