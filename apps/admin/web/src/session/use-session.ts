import {
  consoleOrgs,
  consoleSessionAnswer,
  type ConsoleOrg,
  type ConsoleSession,
  type SignIn,
} from '#contracts/console';
import { notifications } from '@mantine/notifications';
import { queryOptions, useIsMutating, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { change, read, rememberCsrfToken } from '../api/client.ts';
import { ProblemError } from '../api/problem-error.ts';
import { queryClient, SESSION_KEY } from '../api/query-client.ts';

const SESSION_CHECK_INTERVAL_MS = 60_000;
const SIGN_OUT_KEY = ['sign-out'] as const;

export const sessionOptions = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => {
    const { session } = await read('/admin/session', consoleSessionAnswer, signal);
    rememberCsrfToken(session?.csrfToken ?? null);
    return session;
  },
  refetchInterval: SESSION_CHECK_INTERVAL_MS,
});

/** Runs `act` once the session is loaded, if a user is signed in. */
export async function whenSignedIn(act: (session: ConsoleSession) => void): Promise<void> {
  if (queryClient.getQueryData(sessionOptions.queryKey) === undefined)
    await queryClient.prefetchQuery(sessionOptions);
  const session = queryClient.getQueryData(sessionOptions.queryKey);
  if (session) act(session);
}

/** The session of this browser: undefined while it loads, null if nobody is signed in. */
export function useSessionQuery() {
  return useQuery(sessionOptions);
}

/** For components inside the shell, which requires a session. */
export function useSession(): ConsoleSession {
  const { data } = useSuspenseQuery(sessionOptions);
  if (!data) throw new Error('Shown without a session');
  return data;
}

export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignIn) => change('POST', '/admin/session', body),
    onSuccess: () => queryClient.refetchQueries({ queryKey: SESSION_KEY }),
  });
}

export function useSignOut() {
  return useMutation({
    mutationKey: SIGN_OUT_KEY,
    mutationFn: () => change('DELETE', '/admin/session'),
    onSettled: (_, error) => {
      const hadEnded = error instanceof ProblemError && error.status === 401;
      if (error === null || hadEnded) clearUserData();
      else notifications.show({ title: 'Sign-out failed', message: error.message, color: 'red' });
      return queryClient.refetchQueries({ queryKey: SESSION_KEY });
    },
  });
}

/** Clears all cached data, so that the next user cannot read it. */
function clearUserData(): void {
  rememberCsrfToken(null);
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
}

/** True from the click until the session has ended: pages must not send requests with the ended session. */
export function useIsSigningOut(): boolean {
  return useIsMutating({ mutationKey: SIGN_OUT_KEY }) > 0;
}

const orgsOptions = queryOptions({
  queryKey: ['orgs'],
  queryFn: ({ signal }) => read('/admin/orgs', consoleOrgs, signal),
  staleTime: SESSION_CHECK_INTERVAL_MS,
});

/** Fetches the orgs again, ignoring the cache. */
export async function refreshedOrgs(): Promise<ConsoleOrg[]> {
  return (await queryClient.fetchQuery({ ...orgsOptions, staleTime: 0 })).items;
}

export function useOrgs(): ConsoleOrg[] {
  const session = useSession();
  const { data } = useQuery({ ...orgsOptions, enabled: session.permissions.allOrgs });
  return data?.items ?? (session.org ? [session.org] : []);
}
