import type { FoundSpan } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { listAt, type BackTarget } from '../ui/back-target.ts';

/** Key of a found span. Span ids are only unique within a trace. */
export const spanKey = ({ traceId, spanId }: Pick<FoundSpan, 'traceId' | 'spanId'>) => `${traceId}-${spanId}`;

/** Id of a trace, turn or conversation, which spans do not contain as text. */
const AN_ID = /^[0-9a-f-]{32,36}$/i;

/** The turn of a found span, or its trace if it has none, with the same search and a way back to the list. */
export function useSpanPage(): (found: FoundSpan, spanId?: string) => BackTarget {
  const { search } = usePageSearch<'q'>();
  const find = AN_ID.test(search.q ?? '') ? undefined : search.q;
  return (found, spanId = found.spanId) => ({
    to: found.turnId ? `/turns/${found.turnId}` : `/traces/${found.traceId}`,
    search: { org: search.org, span: spanId, find, back: listAt('/traces', search, spanKey(found)) },
  });
}
