import { redactText } from './redact-text.ts';

/** Inputs and outputs of steps are kept up to here (docs/traces-and-metrics.md). */
export const MAX_TEXT_BYTES = 32 * 1024;
/** Longer than any secret that {@link redactText} knows, so that one on the cut is still recognised. */
const MARGIN_CHARACTERS = 1_024;
const MAX_BYTES_PER_CHARACTER = 3;

/** `text` redacted and cut to `maxBytes` of UTF-8, never inside a character. */
export function storableText(text: string, maxBytes = MAX_TEXT_BYTES): string {
  const window = maxBytes + MARGIN_CHARACTERS;
  if (text.length <= window) return cutToBytes(redactText(text), maxBytes);
  const clean = redactText(text.slice(0, window));
  // The end of the window may hold the first half of a secret, and redaction may have drawn it nearer.
  return cutToBytes(clean.slice(0, Math.max(clean.length - MARGIN_CHARACTERS, 0)), maxBytes);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * MAX_BYTES_PER_CHARACTER <= maxBytes) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // 10xxxxxx is the middle of a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
