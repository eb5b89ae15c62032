import { useEffect, useMemo, useRef } from 'react';
import { spansWithWords, type ConsoleTrace, type SpansWithWords } from '#contracts/console';
import { traceWordsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { inTreeOrder } from './span-tree.ts';
import type { ChangeTracePlace, TracePlace } from './trace-place.ts';
import type { TraceView } from './use-trace-view.ts';

type Where = SpansWithWords['items'][number]['where'];

/** Matches of a search within the trace, with navigation. */
export interface Found {
  /** Undefined without a search. */
  spans: ReadonlySet<string> | undefined;
  /** Index of the open span among the matches; -1 if the open span is no match, or none is open. */
  at: number;
  /** Part of the open span that contains the words. */
  where: Where | undefined;
  pending: boolean;
  error: Error | null;
  /** Starts a new search and opens the first match. */
  look: (words: string | undefined) => void;
  /** Opens the next match, or the previous one with -1; wraps around. */
  step: (by: 1 | -1) => void;
}

interface FoundOptions {
  view: Pick<TraceView, 'forest' | 'reveal'>;
  place: TracePlace;
  onPlace: ChangeTracePlace;
}

/** Searches for the words of the address on the server, which has the texts of the spans. */
export function useTraceMatches(trace: ConsoleTrace, { view, place, onPlace }: FoundOptions): Found {
  const words = place.find;
  const answer = useAnswer(
    // New spans may match, too.
    { ...traceWordsRequest(trace.traceId, words ?? ''), key: `trace-words-${trace.spans.length}` },
    spansWithWords,
    { enabled: words !== undefined },
  );
  const { data, isPlaceholderData, error } = answer;
  const { forest, reveal } = view;
  const places = useMemo(() => {
    if (words === undefined || !data) return undefined;
    const whereOf = new Map(data.items.map(({ spanId, where }) => [spanId, where]));
    const ordered = inTreeOrder(forest).flatMap((id): [string, Where][] => {
      const where = whereOf.get(id);
      return where === undefined ? [] : [[id, where]];
    });
    return new Map(ordered);
  }, [words, data, forest]);
  const spans = useMemo(() => places && new Set(places.keys()), [places]);
  const ids = [...(places?.keys() ?? [])];
  const at = ids.indexOf(place.span ?? '');
  const open = (span: string | undefined) => {
    if (span === undefined) return;
    reveal(span);
    onPlace({ span });
  };
  const opensFirst = useRef(false);
  useEffect(() => {
    if (!opensFirst.current || !places || isPlaceholderData) return;
    opensFirst.current = false;
    if (at < 0) open(ids[0]);
  });
  return {
    spans,
    at,
    where: places?.get(place.span ?? ''),
    pending: words !== undefined && (!data || isPlaceholderData),
    error: words === undefined ? null : error,
    look: (next) => {
      opensFirst.current = next !== undefined;
      onPlace({ find: next });
    },
    step: (by) => open(ids[at < 0 ? (by === 1 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length]),
  };
}
