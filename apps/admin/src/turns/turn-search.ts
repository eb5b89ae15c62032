import { uuid } from '#contracts';
import { TRACE_ID } from '#contracts/console';

/** A search: at most one of the three is set. */
export interface TurnSearch {
  id?: string;
  traceId?: string;
  /** Pattern for `ILIKE`. */
  like?: string;
}

/** Parses a search: a full id matches exactly, anything else is searched as words. */
export function searchOf(text: string | undefined): TurnSearch {
  if (!text) return {};
  const lower = text.toLowerCase();
  if (uuid.safeParse(lower).success) return { id: lower };
  if (TRACE_ID.test(lower)) return { traceId: lower };
  return { like: likeOf(text) };
}

/** Pattern for `ILIKE` that matches the text literally. */
export function likeOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
