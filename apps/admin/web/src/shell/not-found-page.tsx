import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconMapQuestion } from '@tabler/icons-react';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';

export function NotFoundPage() {
  const { search } = usePageSearch();
  return (
    <Page title="Page not found">
      <EmptyState
        icon={<IconMapQuestion size={22} stroke={1.6} />}
        title="No page at this address"
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/overview" search={{ org: search.org }} {...props} />}
          >
            Open the overview
          </Button>
        }
      >
        The address may be wrong.
      </EmptyState>
    </Page>
  );
}
