import { Loading } from './loading.tsx';
import { ErrorState } from './notice.tsx';

interface NoAnswerProps {
  to: { error: Error | null } & ({ refetch: () => Promise<unknown> } | { retry: () => void });
  what: string;
}

/** In place of an answer that has not arrived: it is loading, or it failed. */
export function NoAnswer({ to, what }: NoAnswerProps) {
  const retry = 'retry' in to ? to.retry : () => void to.refetch();
  if (to.error) return <ErrorState error={to.error} what={what} onRetry={retry} />;
  return <Loading what={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`} />;
}
