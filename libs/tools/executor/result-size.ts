import { isObject } from '../dialects/json-schema.ts';

/** Maximum size of a result for a caller, including the fields around its data. The audit row keeps the full result. */
export const MAX_RESULT_BYTES = 256 * 1024;

/** Size as JSON in UTF-8; 0 for values that JSON omits. */
const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

export interface SizedResult {
  data: unknown;
  truncated: boolean;
  /** Size of the full data, before the cut. */
  bytes: number;
}

/** Size as an entry of a list, where JSON writes `undefined` as null. */
const entryBytes = (value: unknown) => Buffer.byteLength(JSON.stringify([value])) - 2;

/**
 * Cuts `data` to the first entries of its largest list that fit into `maxBytes`, with `truncated: true` and the counts.
 * A bare list becomes `items` of such data. If no cut list fits, not even one in a nested object, a note with the size
 * replaces the data.
 */
export function cutToSize(data: unknown, maxBytes = MAX_RESULT_BYTES): SizedResult {
  const bytes = byteLength(data);
  if (bytes <= maxBytes) return { data, truncated: false, bytes };
  const cut = Array.isArray(data)
    ? cutList({}, 'items', data, maxBytes)
    : isObject(data)
      ? cutLargestList(data, maxBytes)
      : undefined;
  const note = {
    truncated: true,
    bytes,
    note: 'The result is larger than a caller can be given.',
  };
  return { data: cut ?? note, truncated: true, bytes };
}

function cutLargestList(
  data: Record<string, unknown>,
  maxBytes: number,
): Record<string, unknown> | undefined {
  const lists = Object.entries(data).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [largest] = lists.sort((a, b) => byteLength(b[1]) - byteLength(a[1]));
  return (largest && cutList(data, largest[0], largest[1], maxBytes)) ?? cutWithin(data, maxBytes);
}

/** Cuts a list in the largest nested object, and puts the counts into that object. */
function cutWithin(data: Record<string, unknown>, maxBytes: number): Record<string, unknown> | undefined {
  const objects = Object.entries(data).filter((entry): entry is [string, Record<string, unknown>] =>
    isObject(entry[1]),
  );
  const [largest] = objects.sort((a, b) => byteLength(b[1]) - byteLength(a[1]));
  if (!largest) return undefined;
  const [key, inner] = largest;
  const frame = { ...data, [key]: null, truncated: true };
  const cut = cutLargestList(inner, maxBytes - byteLength(frame));
  return cut && { ...frame, [key]: cut };
}

/** @returns undefined when the rest of the data alone is too large. */
function cutList(
  rest: Record<string, unknown>,
  key: string,
  entries: unknown[],
  maxBytes: number,
): Record<string, unknown> | undefined {
  const frame = { ...rest, [key]: [], truncated: true, returned: entries.length, available: entries.length };
  let room = maxBytes - byteLength(frame);
  if (room < 0) return undefined;
  const kept: unknown[] = [];
  for (const entry of entries) {
    room -= entryBytes(entry) + 1;
    if (room < 0) break;
    kept.push(entry);
  }
  return { ...frame, [key]: kept, returned: kept.length };
}
