import { z } from 'zod';
import { instant } from './moments.ts';
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
export type PageQuery = z.infer<typeof pageQuery>;

/** A page of `item`s, newest first. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Value of cursor for the next page; null on the last page.'),
  });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A cursor that the server has not issued. */
export class CursorError extends TurnpikeError {
  /** @param field request field that contains the cursor. */
  constructor(field: string) {
    super(`This ${field} is not one that was given out here.`, {
      code: 'INVALID_CURSOR',
      kind: 'invalid',
      pointer: `/${field}`,
    });
  }
}

/** Encodes the position in a list at which the next page begins as an opaque cursor. */
export interface CursorCodec<Place> {
  encode(place: Place): string;
  /** @throws CursorError */
  decode(cursor: string): Place;
}

/**
 * A codec whose cursors contain the position as JSON. `schema` parses it.
 *
 * @param field request field that contains the cursor, for errors.
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

/** Cursor of lists ordered by a time and an id. Milliseconds are exact enough, because the application's clock has no microseconds. */
export const momentCursor = cursorCodec(z.tuple([instant, z.uuid()]));

/**
 * Makes a page of `limit` rows from a query with `limit + 1`: the extra row shows that there is a next page.
 *
 * @param placeOf returns the cursor of a row.
 * @param toItem makes the item of a row; without it, rows are the items.
 */
export function toPage<Row, Item = Row>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => string,
  toItem = (row: Row) => row as unknown as Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toItem), nextCursor: rows.length > limit && last ? placeOf(last) : null };
}
