import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { read, withQuery, type Ask } from './client.ts';
import { ProblemError } from './problem-error.ts';

type PollMs = number | false;

interface AnswerOptions<Schema extends z.ZodType> extends Ask {
  /** First part of the query's key, which a change invalidates. */
  key: string;
  schema: Schema;
  /** Asked for again this often while the tab is shown, by what was answered last; once when absent. */
  pollMs?: PollMs | ((answer: z.output<Schema> | undefined) => PollMs);
  enabled?: boolean;
}

/** One answer of the console's server, by its address. What was there stays in sight while filters change. */
export function useAnswer<Schema extends z.ZodType>(options: AnswerOptions<Schema>) {
  const { key, path, query = {}, schema, pollMs = false, enabled = true } = options;
  return useQuery({
    queryKey: [key, path, query],
    queryFn: ({ signal }) => read(withQuery(path, query), schema, signal),
    refetchInterval: ({ state }) =>
      unlessRefused(state.error, typeof pollMs === 'function' ? pollMs(state.data) : pollMs),
    placeholderData: keepWhile(path),
    enabled,
  });
}

/**
 * What was answered before, while filters change; of another address it would be about something else.
 *
 * @param address second part of the query's key.
 */
export function keepWhile(address: string) {
  return <Data>(previous: Data | undefined, of: { queryKey: readonly unknown[] } | undefined) =>
    of?.queryKey[1] === address ? previous : undefined;
}

/** What is refused, or not there, is not asked for again and again. */
export function unlessRefused(error: Error | null, pollMs: PollMs): PollMs {
  return isRefused(error) ? false : pollMs;
}

function isRefused(error: Error | null): boolean {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500;
}
