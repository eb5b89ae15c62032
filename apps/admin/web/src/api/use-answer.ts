import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { read, withQuery, type ApiRequest } from './client.ts';
import { ProblemError } from './problem-error.ts';

type PollMs = number | false;

interface AnswerOptions<Answer> {
  /** Poll interval while the tab is visible, possibly by the last answer; absent for a single request. */
  pollMs?: PollMs | ((answer: Answer | undefined) => PollMs);
  enabled?: boolean;
}

/** One API answer. The previous answer stays visible while filters change. */
export function useAnswer<Schema extends z.ZodType>(
  { key, path, query = {} }: ApiRequest,
  schema: Schema,
  { pollMs = false, enabled = true }: AnswerOptions<z.output<Schema>> = {},
) {
  return useQuery({
    queryKey: [key, path, query],
    queryFn: ({ signal }) => read(withQuery(path, query), schema, signal),
    refetchInterval: ({ state }) =>
      unlessRefused(state.error, typeof pollMs === 'function' ? pollMs(state.data) : pollMs),
    placeholderData: keepPrevious(path),
    enabled,
  });
}

/** Keeps the previous answer while filters change, but not across addresses. @param address second part of the key. */
export function keepPrevious(address: string) {
  return <Data>(previous: Data | undefined, of: { queryKey: readonly unknown[] } | undefined) =>
    of?.queryKey[1] === address ? previous : undefined;
}

/** Stops polling after a refusal or a missing resource. */
export function unlessRefused(error: Error | null, pollMs: PollMs): PollMs {
  return isRefused(error) ? false : pollMs;
}

function isRefused(error: Error | null): boolean {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500;
}
