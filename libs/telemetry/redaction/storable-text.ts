import { redactText } from '#text';

/** Maximum size of the stored inputs and outputs of steps (docs/traces-and-metrics.md). */
export const MAX_TEXT_BYTES = 32 * 1024;
/** Longer than any secret that {@link redactText} recognises, so that a secret at the cut is still found. */
const MARGIN_CHARACTERS = 1_024;
const MAX_BYTES_PER_CHARACTER = 3;

/** Returns `text` redacted and truncated to `maxBytes` of UTF-8, never inside a character. */
export function storableText(text: string, maxBytes = MAX_TEXT_BYTES): string {
  const window = maxBytes + MARGIN_CHARACTERS;
  if (text.length <= window) return cutToBytes(redactText(text), maxBytes);
  const clean = redactText(text.slice(0, window));
  // The end of the window may hold the first half of a secret, and redaction may have moved it closer to the cut.
  return cutToBytes(clean.slice(0, Math.max(clean.length - MARGIN_CHARACTERS, 0)), maxBytes);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * MAX_BYTES_PER_CHARACTER <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  let end = maxBytes;
  // A byte 10xxxxxx is inside a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
