import { z } from 'zod';
import { TurnpikeError } from '#contracts';

/** A cursor that was not given out by us. */
export class CursorError extends TurnpikeError {
  constructor() {
    super('The cursor is none that was given out', {
      code: 'INVALID_CURSOR',
      kind: 'invalid',
      pointer: '/cursor',
    });
  }
}

const content = z.tuple([z.iso.datetime(), z.uuid()]);

/** An opaque place in a list that is ordered by time and id. Microseconds do not matter: our clock has milliseconds. */
export function encodeCursor(at: Date, id: string): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
}

/** @throws CursorError */
export function decodeCursor(cursor: string): { at: Date; id: string } {
  try {
    const [at, id] = content.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { at: new Date(at), id };
  } catch {
    throw new CursorError();
  }
}
