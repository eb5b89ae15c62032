import { useDocumentTitle } from '@mantine/hooks';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/notice.tsx';

/** A page that failed to load or render. After an update of the console the files of the old page are gone. */
export function RouteErrorPage({ error }: ErrorComponentProps) {
  useDocumentTitle('Page not shown · Turnpike');
  return (
    <ErrorState
      error={error instanceof Error ? error : new Error(String(error))}
      what="This page"
      onRetry={() => window.location.reload()}
    />
  );
}
