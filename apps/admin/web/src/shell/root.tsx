import { Outlet } from '@tanstack/react-router';
import { SignInPage } from '../session/sign-in-page.tsx';
import { useSessionQuery } from '../session/use-session.ts';
import { Loading } from '../ui/loading.tsx';
import { ErrorState } from '../ui/notice.tsx';
import { Shell } from './shell.tsx';

/** The shell for somebody who is signed in; the sign-in page at the same address for everybody else. */
export function Root() {
  const session = useSessionQuery();
  if (session.data) {
    return (
      <Shell>
        <Outlet />
      </Shell>
    );
  }
  if (session.data === null) return <SignInPage />;
  if (session.error)
    return <ErrorState error={session.error} what="The console" onRetry={() => void session.refetch()} />;
  return <Loading what="Looking for your session" />;
}
