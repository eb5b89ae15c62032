import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { read, withQuery, type Ask } from './client.ts';
import { ProblemError } from './problem-error.ts';

interface AnswerOptions<Schema extends z.ZodType> extends Ask {
  /** First part of the query's key, which a change invalidates. */
  key: string;
  schema: Schema;
  /** Asked for again this often while the tab is shown; once when absent. */
  pollMs?: number | false;
  enabled?: boolean;
}

/** One answer of the console's server, by its address. What was there stays in sight while filters change. */
export function useAnswer<Schema extends z.ZodType>(options: AnswerOptions<Schema>) {
  const { key, path, query = {}, schema, pollMs = false, enabled = true } = options;
  return useQuery({
    queryKey: [key, path, query],
    queryFn: ({ signal }) => read(withQuery(path, query), schema, signal),
    refetchInterval: ({ state }) => unlessRefused(state.error, pollMs),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** What is refused, or not there, is not asked for again and again. */
export function unlessRefused(error: Error | null, pollMs: number | false): number | false {
  return isRefused(error) ? false : pollMs;
}

function isRefused(error: Error | null): boolean {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500;
}
