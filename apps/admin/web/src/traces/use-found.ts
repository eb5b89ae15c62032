import { useEffect, useMemo, useRef } from 'react';
import { spansWithWords, type ConsoleTrace, type SpansWithWords } from '#contracts/console';
import { traceWordsAsk } from '../api/asks.ts';
import { useAnswer } from '../api/use-answer.ts';
import { inTreeOrder } from './span-tree.ts';
import type { ChangeTracePlace, TracePlace } from './trace-place.ts';
import type { TraceView } from './use-trace-view.ts';

type Where = SpansWithWords['items'][number]['where'];

/** What a search within the trace has found, and the way through it. */
export interface Found {
  /** Undefined while nothing is looked for. */
  spans: ReadonlySet<string> | undefined;
  /** Place of the open span among them, from 0; -1 where another one is open, or none. */
  at: number;
  /** Where in the open span the words are. */
  where: Where | undefined;
  pending: boolean;
  error: Error | null;
  /** Looks for other words, and opens the first span that has them. */
  look: (words: string | undefined) => void;
  /** Opens the next one, or with -1 the one before; after the last comes the first. */
  step: (by: 1 | -1) => void;
}

interface FoundOptions {
  view: Pick<TraceView, 'forest' | 'reveal'>;
  place: TracePlace;
  onPlace: ChangeTracePlace;
}

/** Looks for the words of the address within the trace: the server has the texts of its spans. */
export function useFound(trace: ConsoleTrace, { view, place, onPlace }: FoundOptions): Found {
  const words = place.find;
  const answer = useAnswer({
    // Spans that arrive may have them, too.
    key: `trace-words-${trace.spans.length}`,
    ...traceWordsAsk(trace.traceId, words ?? ''),
    schema: spansWithWords,
    enabled: words !== undefined,
  });
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
