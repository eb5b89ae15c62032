import { uuid } from '#contracts';
import { TRACE_ID } from '#contracts/console';

/** What somebody looks for: exactly one of the three, or none. */
export interface TurnSearch {
  /** Id of a turn or a conversation. */
  id?: string;
  traceId?: string;
  /** Pattern for `ILIKE`. */
  like?: string;
}

/** Reads a search: a whole id finds exactly that, everything else is words. */
export function searchOf(text: string | undefined): TurnSearch {
  if (!text) return {};
  const lower = text.toLowerCase();
  if (uuid.safeParse(lower).success) return { id: lower };
  if (TRACE_ID.test(lower)) return { traceId: lower };
  return { like: likeOf(text) };
}

/** Pattern for `ILIKE` that finds the text as it stands. */
export function likeOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
