import { IconMapQuestion } from '@tabler/icons-react';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';

export function NotFoundPage() {
  const { search } = usePageSearch();
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapQuestion}
        title="No page at this address"
        action={
          <LinkButton to="/overview" search={{ org: search.org }}>
            Open the overview
          </LinkButton>
        }
      >
        The address may be wrong.
      </EmptyState>
    </Page>
  );
}
