import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.ts';

/** Poll interval of visible data; hidden tabs do not poll. */
export const POLL_INTERVAL_MS = 2_000;
/** Uses of tools are counted over the calls of several days and change slowly. */
export const USES_REFRESH_MS = 15_000;

export const SESSION_KEY = ['session'] as const;

/** Only errors that can pass are retried: an unreachable or overloaded server. */
function isTransient(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status === 429 || error.status >= 502);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session ended elsewhere: fetching it again shows the sign-in page.
      const sessionEnded = error instanceof ProblemError && error.status === 401;
      if (sessionEnded && query.queryKey[0] !== SESSION_KEY[0])
        void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: POLL_INTERVAL_MS,
      retry: (failures, error) => failures < 2 && isTransient(error),
      refetchIntervalInBackground: false,
    },
  },
});
