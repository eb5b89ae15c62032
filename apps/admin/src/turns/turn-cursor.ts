import { z } from 'zod';
import { ProblemError } from '#http';

const content = z.tuple([z.iso.datetime(), z.uuid()]);

/** The last turn of a page; the next page begins after it. */
export interface TurnCursor {
  createdAt: Date;
  id: string;
}

export function encodeCursor({ createdAt, id }: TurnCursor): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/** @throws ProblemError 422 for a cursor that was not given out here. */
export function decodeCursor(cursor: string): TurnCursor {
  try {
    const [createdAt, id] = content.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { createdAt: new Date(createdAt), id };
  } catch {
    throw new ProblemError(422, 'invalid-cursor', 'The cursor is not one that this list gave out.', {
      errors: [{ pointer: '/cursor', detail: 'expected the nextCursor of the page before' }],
    });
  }
}
