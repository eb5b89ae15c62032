import type { FoundSpan } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { listAt, type WayBack } from '../ui/way-back.ts';

/** Of a span that was found. Spans have no id that is unique over traces. */
export const spanKey = ({ traceId, spanId }: Pick<FoundSpan, 'traceId' | 'spanId'>) => `${traceId}-${spanId}`;

/** Of a trace, a turn or a conversation: nothing that stands in a span. */
const AN_ID = /^[0-9a-f-]{32,36}$/i;

/**
 * The page of a span that was found: its turn, or its trace where it has none. Its way back has the list as it is, and the
 * words that were searched for are looked for there.
 */
export function useSpanPage(): (found: FoundSpan, spanId?: string) => WayBack {
  const { search } = usePageSearch<'q'>();
  const find = AN_ID.test(search.q ?? '') ? undefined : search.q;
  return (found, spanId = found.spanId) => ({
    to: found.turnId ? `/turns/${found.turnId}` : `/traces/${found.traceId}`,
    search: { org: search.org, span: spanId, find, back: listAt('/traces', search, spanKey(found)) },
  });
}
