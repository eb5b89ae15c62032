import { z } from 'zod';
import { effectKey } from '#contracts';
import { ProblemError } from '#http';

const content = z.tuple([z.iso.datetime(), z.uuid(), effectKey]);

/** The last effect of a page; the next page starts after it. */
export interface EffectCursor {
  startedAt: Date;
  orgId: string;
  key: string;
}

export function encodeCursor({ startedAt, orgId, key }: EffectCursor): string {
  return Buffer.from(JSON.stringify([startedAt.toISOString(), orgId, key])).toString('base64url');
}

/** @throws ProblemError 422 for a cursor of another list. */
export function decodeCursor(cursor: string): EffectCursor {
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [startedAt, orgId, key] = content.parse(JSON.parse(text));
    return { startedAt: new Date(startedAt), orgId, key };
  } catch {
    throw new ProblemError(422, 'invalid-cursor', 'The cursor does not belong to this list.', {
      errors: [{ pointer: '/cursor', detail: 'expected the nextCursor of the previous page' }],
    });
  }
}
