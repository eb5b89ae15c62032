import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.ts';

/** What is on screen is asked for this often; not at all while the tab is hidden. */
export const POLL_INTERVAL_MS = 2_000;
/** What tools are used for is counted over all calls of days, and moves slowly. */
export const USES_REFRESH_MS = 15_000;

export const SESSION_KEY = ['session'] as const;

/** Only what may pass by itself is tried again: an unreachable or overloaded server. */
function mayPass(error: unknown): boolean {
  return error instanceof ProblemError && (error.status === 0 || error.status === 429 || error.status >= 502);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session has ended elsewhere: asking for it again shows the sign-in page.
      const sessionEnded = error instanceof ProblemError && error.status === 401;
      if (sessionEnded && query.queryKey[0] !== SESSION_KEY[0])
        void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: POLL_INTERVAL_MS,
      retry: (failures, error) => failures < 2 && mayPass(error),
      refetchIntervalInBackground: false,
    },
  },
});
