import { z } from 'zod';
import { wholeNumber } from './numbers.ts';
import { TurnpikeError } from '../errors/turnpike.error.ts';

export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 200;
const MAX_CURSOR_CHARACTERS = 500;

/** `limit` and `cursor` of every list. */
export const pageQuery = z.strictObject({
  limit: wholeNumber(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  cursor: z.string().min(1).max(MAX_CURSOR_CHARACTERS).optional(),
});

/** A page of `item`s, newest first. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Give it as cursor for the next page; null on the last one.'),
  });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A place in a list or a stream that nobody gave out. */
export class CursorError extends TurnpikeError {
  /** @param field of the request that it came in. */
  constructor(field: string) {
    super(`This ${field} is not one that was given out here.`, {
      code: 'INVALID_CURSOR',
      kind: 'invalid',
      pointer: `/${field}`,
    });
  }
}

/** An opaque place in a list: where one page ended and the next begins. */
export interface CursorCodec<Place> {
  encode(place: Place): string;
  /** @throws CursorError */
  decode(cursor: string): Place;
}

/**
 * A codec for places that `schema` reads back from the JSON of what is encoded.
 *
 * @param field of requests that brings it back.
 */
export function cursorCodec<Place>(schema: z.ZodType<Place, unknown>, field = 'cursor'): CursorCodec<Place> {
  return {
    encode: (place) =>
      btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(place))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', ''),
    decode: (cursor) => {
      try {
        const bytes = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
        return schema.parse(
          JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))),
        );
      } catch {
        throw new CursorError(field);
      }
    },
  };
}

/** For lists that are ordered by a moment and an id. Microseconds do not matter: our clock has milliseconds. */
export const momentCursor = cursorCodec(
  z.tuple([z.iso.datetime(), z.uuid()]).transform(([at, id]): [at: Date, id: string] => [new Date(at), id]),
);

/**
 * A page of `limit` rows, made of a query that asked for one more: the extra one says that there is a next page.
 *
 * @param placeOf the cursor of a row.
 */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), nextCursor: rows.length > limit && last ? placeOf(last) : null };
}
