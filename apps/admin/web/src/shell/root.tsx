import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SignInPage } from '../session/sign-in-page.tsx';
import { useIsSigningOut, useSessionQuery } from '../session/use-session.ts';
import { Loading } from '../ui/loading.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { AllowedPage } from './allowed-page.tsx';
import { Shell } from './shell.tsx';

const JoinPage = lazy(() => import('../join/join-page.tsx').then((module) => ({ default: module.JoinPage })));
/** Target of an invitation link. */
const JOIN_PATH = '/join';

/** The shell for a signed-in user; otherwise the sign-in page at the same address. */
export function Root() {
  const session = useSessionQuery();
  const isSigningOut = useIsSigningOut();
  const { pathname } = useLocation();
  if (isSigningOut) return <Loading what="Signing you out" />;
  if (session.data) {
    return (
      <Shell>
        <AllowedPage />
      </Shell>
    );
  }
  if (session.data === null && pathname === JOIN_PATH) {
    return (
      <Suspense fallback={<Loading what="Loading the invitation" />}>
        <JoinPage />
      </Suspense>
    );
  }
  if (session.data === null) return <SignInPage />;
  return <NoAnswer to={session} what="The console" />;
}
