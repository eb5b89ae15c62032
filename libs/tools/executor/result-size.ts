import { isObject } from '../dialects/json-schema.ts';

/** The largest result that a caller gets, with what stands around its data; the whole is kept with the audit row. */
export const MAX_RESULT_BYTES = 256 * 1024;

/** As JSON in UTF-8; 0 for what JSON leaves out. */
const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

export interface SizedResult {
  data: unknown;
  truncated: boolean;
  /** Of all of it, before it was cut. */
  bytes: number;
}

/** As an entry of a list, where `undefined` is written as null. */
const entryBytes = (value: unknown) => Buffer.byteLength(JSON.stringify([value])) - 2;

/**
 * Cuts `data` to the first entries of its largest list that fit into `maxBytes`, with `truncated: true` and the counts.
 * A bare list becomes `items` of such data. Where no cut list would fit, also none within its objects, the data is replaced by a note of its size.
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

/** Where the list lies in an object of the data, the counts stand there too. */
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
