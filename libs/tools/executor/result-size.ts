/** The largest result that a caller gets; the whole is kept with the audit row. */
export const MAX_RESULT_BYTES = 256 * 1024;

const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * Cuts `data` to the first entries of its largest list that fit into `maxBytes`, with `truncated: true` and the counts.
 * Data without a list is replaced by a note of its size.
 */
export function cutToSize(data: unknown, maxBytes = MAX_RESULT_BYTES): { data: unknown; truncated: boolean } {
  if (byteLength(data) <= maxBytes) return { data, truncated: false };
  const lists = isRecord(data) ? Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])) : [];
  const largest = lists.sort((a, b) => byteLength(b[1]) - byteLength(a[1]))[0];
  if (!isRecord(data) || !largest) {
    return { data: { truncated: true, bytes: byteLength(data), note: 'The result is larger than a caller can be given.' }, truncated: true };
  }
  const [key, entries] = largest;
  const frame = { ...data, [key]: [], truncated: true, returned: entries.length, available: entries.length };
  let room = maxBytes - byteLength(frame);
  const kept: unknown[] = [];
  for (const entry of entries) {
    room -= byteLength(entry) + 1;
    if (room < 0) break;
    kept.push(entry);
  }
  return { data: { ...frame, [key]: kept, returned: kept.length }, truncated: true };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
